import type { Clock } from '../base/clock.ts';

const keptMs = 60 * 60_000;
const mostKept = 1_000;

interface Made {
  organisationId: string;
  /** What was sent, as a text: another organisation is no attempt at this one. */
  content: string;
}

/** Which organisation an attempt has made, for an hour: for a product API that does not keep it itself. */
export class Attempts {
  readonly #clock: Clock;
  readonly #made = new Map<string, Made & { until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  find(attempt: string): Made | null {
    const kept = this.#made.get(attempt);
    return kept && kept.until > this.#clock().getTime() ? kept : null;
  }

  keep(attempt: string, made: Made): void {
    this.#made.set(attempt, { ...made, until: this.#clock().getTime() + keptMs });
    const [oldest] = this.#made.keys();
    if (this.#made.size > mostKept && oldest !== undefined) this.#made.delete(oldest);
  }
}
