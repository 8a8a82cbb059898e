import type { DirectCall, DirectPlan } from '../peers/direct-plan.ts';

/** How long no further call of a wave has come before its calls are answered. */
const quietMs = 50;

/**
 * Records calls by wave: those that are made before one of them is answered. The calls of a wave are held back until no further one comes, so that it does
 * not matter which answer is faster.
 */
export class CallRecorder {
  readonly waves: DirectPlan = [];
  #held: { call: DirectCall; release: () => void }[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** Waits until the wave of this call is complete. */
  enter(call: DirectCall): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.push({ call, release: resolve });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#release(), quietMs);
    return promise;
  }

  #release(): void {
    const wave = this.#held;
    this.#held = [];
    this.waves.push(wave.map(({ call }) => call));
    for (const { release } of wave) release();
  }
}
