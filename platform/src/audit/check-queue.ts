import { FairQueue } from '@console/contract/fair-queue';
import { tooManyTasks } from '../core/base/failure.ts';

/** Each holds a connection to the database. */
const maxRunning = 2;
const maxQueued = 100;

/** Runs the checks of hash chains, one of a chain at a time: another is refused with 429. */
export class CheckQueue {
  readonly #running = new Set<number>();
  readonly #queue = new FairQueue({ maxRunning, maxQueued, refusal: tooManyTasks });

  async run<T>(chainId: number, check: () => Promise<T>): Promise<T> {
    if (this.#running.has(chainId)) throw tooManyTasks();
    this.#running.add(chainId);
    try {
      return await this.#queue.run(String(chainId), check);
    } finally {
      this.#running.delete(chainId);
    }
  }
}
