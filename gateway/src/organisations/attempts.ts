import type { Clock } from '../clock.ts';

const keptMs = 60 * 60_000;
const mostKept = 1_000;

/** Which organisation an attempt has made, for an hour: for a product API that does not keep it itself. */
export class Attempts {
  readonly #clock: Clock;
  readonly #made = new Map<string, { organisationId: string; until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  organisationOf(attempt: string): string | null {
    const kept = this.#made.get(attempt);
    return kept && kept.until > this.#clock().getTime() ? kept.organisationId : null;
  }

  keep(attempt: string, organisationId: string): void {
    this.#made.set(attempt, { organisationId, until: this.#clock().getTime() + keptMs });
    const [oldest] = this.#made.keys();
    if (this.#made.size > mostKept && oldest !== undefined) this.#made.delete(oldest);
  }
}
