import { tooMany } from './failure.ts';

/** How many tasks a `FairQueue` runs and how many wait: those of all owners together, and those of one. */
export interface FairQueueSize {
  concurrency: number;
  maxWaiting: number;
  /** As many as of all owners, when it is left out. */
  ownerConcurrency?: number;
  ownerMaxWaiting?: number;
}

interface Owner {
  readonly name: string;
  running: number;
  /** Oldest first. */
  readonly waiting: { start: () => void; refuse: (reason: unknown) => void }[];
}

/** Limits how many tasks run and how many wait. Waiting tasks start round-robin by owner, so that an owner with many of them delays no other. */
export class FairQueue {
  readonly #size: Required<FairQueueSize>;
  /** Those with tasks; the owner whose task was started last is at the end. */
  readonly #owners = new Map<string, Owner>();
  #running = 0;
  #waiting = 0;

  constructor({
    concurrency,
    maxWaiting,
    ownerConcurrency = concurrency,
    ownerMaxWaiting = maxWaiting,
  }: FairQueueSize) {
    this.#size = { concurrency, maxWaiting, ownerConcurrency, ownerMaxWaiting };
  }

  /**
   * Runs a task when there is room. Throws 429 when too many of its owner wait. When too many of all owners wait, the newest task of the owner with the
   * most of them is refused so.
   */
  async run<T>(ownerName: string, task: () => Promise<T>): Promise<T> {
    const owner = this.#owners.get(ownerName) ?? { name: ownerName, running: 0, waiting: [] };
    if (this.#hasRoom(owner)) this.#start(owner);
    else await this.#wait(owner);
    try {
      return await task();
    } finally {
      owner.running -= 1;
      this.#running -= 1;
      this.#removeIdle(owner);
      this.#startNext();
    }
  }

  #hasRoom(owner: Owner): boolean {
    return this.#running < this.#size.concurrency && owner.running < this.#size.ownerConcurrency;
  }

  #start(owner: Owner): void {
    this.#owners.delete(owner.name);
    this.#owners.set(owner.name, owner);
    owner.running += 1;
    this.#running += 1;
  }

  #wait(owner: Owner): Promise<void> {
    if (owner.waiting.length >= this.#size.ownerMaxWaiting) throw tooMany(1);
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>();
    this.#owners.set(owner.name, owner);
    owner.waiting.push({ start, refuse });
    this.#waiting += 1;
    if (this.#waiting > this.#size.maxWaiting) this.#refuseNewest(owner);
    return promise;
  }

  /** Of owners with equally many tasks, the one whose task has just arrived is refused: a task that waits longer is not given up for it. */
  #refuseNewest(arrived: Owner): void {
    let most = arrived;
    for (const owner of this.#owners.values()) if (owner.waiting.length > most.waiting.length) most = owner;
    most.waiting.pop()?.refuse(tooMany(1));
    this.#waiting -= 1;
    this.#removeIdle(most);
  }

  /** Starts the oldest task of the owner who has gone longest without one. */
  #startNext(): void {
    for (const owner of this.#owners.values()) {
      const [next] = owner.waiting;
      if (!next || !this.#hasRoom(owner)) continue;
      owner.waiting.shift();
      this.#waiting -= 1;
      this.#start(owner);
      next.start();
      return;
    }
  }

  #removeIdle(owner: Owner): void {
    if (owner.running === 0 && owner.waiting.length === 0) this.#owners.delete(owner.name);
  }
}
