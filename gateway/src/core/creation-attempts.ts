import type { Clock } from '../base/clock.ts';

const lifetimeMs = 60 * 60_000;
const maxEntries = 1_000;

interface CreatedByAttempt {
  organisationId: string;
  /** The input as text: a different organisation is a different attempt. */
  content: string;
}

/** The organisation that an attempt has created, stored for an hour, for a product API that does not store it. */
export class CreationAttempts {
  readonly #clock: Clock;
  readonly #created = new Map<string, CreatedByAttempt & { until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  find(attempt: string): CreatedByAttempt | null {
    const entry = this.#created.get(attempt);
    return entry && entry.until > this.#clock().getTime() ? entry : null;
  }

  store(attempt: string, created: CreatedByAttempt): void {
    this.#created.set(attempt, { ...created, until: this.#clock().getTime() + lifetimeMs });
    const [oldest] = this.#created.keys();
    if (this.#created.size > maxEntries && oldest !== undefined) this.#created.delete(oldest);
  }
}
