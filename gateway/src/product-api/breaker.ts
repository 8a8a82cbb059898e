const window = 20;
const share = 0.5;
const openMs = 5_000;
/** What was so long ago says nothing about now. */
const keptMs = 60_000;

/** How a call ended: as an outage does, in any other way, or not at all because it was given up. */
export type Ending = 'failed' | 'answered' | 'givenUp';

/** Keeps calls from a product API that is failing: of the last 20 half have failed, so for 5 seconds none goes out, and then one to try. */
export class Breaker {
  readonly #now: () => number;
  #endings: { failed: boolean; at: number }[] = [];
  #openedAt: number | null = null;
  #probing = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds for which calls are refused; 0 when one may go out now. */
  get waitMs(): number {
    if (this.#openedAt === null) return 0;
    const passed = this.#now() - this.#openedAt;
    // A clock that was set back must not keep it open.
    const left = passed < 0 ? 0 : Math.max(0, openMs - passed);
    return left === 0 && this.#probing ? 1 : left;
  }

  /** Says that a call goes out; whoever does so says how it ended as well. */
  enter(): (ending: Ending) => void {
    const probe = this.#openedAt !== null;
    if (probe) this.#probing = true;
    return (ending) => {
      if (probe) this.#probed(ending);
      else if (this.#openedAt === null && ending !== 'givenUp') this.#count(ending === 'failed');
    };
  }

  #probed(ending: Ending): void {
    this.#probing = false;
    if (ending === 'failed') this.#openedAt = this.#now();
    if (ending === 'answered') this.#openedAt = null;
  }

  #count(failed: boolean): void {
    const at = this.#now();
    this.#endings.push({ failed, at });
    if (this.#endings.length > window) this.#endings.shift();
    if (!this.#endings.some((ending) => ending.failed)) return;
    const recent = this.#endings.filter((ending) => Math.abs(at - ending.at) < keptMs);
    const failures = recent.filter((ending) => ending.failed).length;
    if (recent.length < window || failures < window * share) return;
    this.#openedAt = at;
    this.#endings = [];
  }
}
