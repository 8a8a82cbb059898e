import { setTimeout } from 'node:timers/promises';

/** How often in a row the proxy looks for a further request before it releases a wave. Gateway, proxy and product API share a thread: a busy machine slows all of them down. */
const quietTurns = 12;

/**
 * Counts the waves of a request's calls: a call belongs to the next wave when it starts after an answer of the wave before. The calls of a wave are held back
 * until no further one comes, so that the count does not depend on which answer is faster.
 */
export class CallWaves {
  count = 0;
  #held: (() => void)[] = [];
  #running = 0;
  #turns = 0;

  /** Waits until the wave of this call is released. */
  enter(): Promise<void> {
    this.#turns = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.push(resolve);
    if (this.#held.length === 1) void this.#release();
    return promise;
  }

  /** The call has got its response. */
  leave(): void {
    this.#turns = 0;
    this.#running -= 1;
  }

  async #release(): Promise<void> {
    while (this.#running > 0 || this.#turns < quietTurns) {
      this.#turns += 1;
      await setTimeout(4);
    }
    const wave = this.#held;
    this.#held = [];
    this.#running = wave.length;
    this.count += 1;
    for (const start of wave) start();
  }
}
