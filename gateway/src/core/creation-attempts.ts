import type { Clock } from '../base/clock.ts';

const keptMs = 60 * 60_000;
const mostKept = 1_000;

interface Made {
  organisationId: string;
  /** The input as text: a different organisation is a different attempt. */
  content: string;
}

/** The organisation that an attempt has created, stored for an hour, for a product API that does not store it. */
export class Attempts {
  readonly #clock: Clock;
  readonly #created = new Map<string, Made & { until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  find(attempt: string): Made | null {
    const entry = this.#created.get(attempt);
    return entry && entry.until > this.#clock().getTime() ? entry : null;
  }

  keep(attempt: string, created: Made): void {
    this.#created.set(attempt, { ...created, until: this.#clock().getTime() + keptMs });
    const [oldest] = this.#created.keys();
    if (this.#created.size > mostKept && oldest !== undefined) this.#created.delete(oldest);
  }
}
