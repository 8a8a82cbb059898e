import { rateLimited } from './failure.ts';

/** The limits of a `FairQueue`, for all owners together and for each one. */
export interface FairQueueSize {
  concurrency: number;
  maxWaiting: number;
  /** Default: the limits for all owners. */
  ownerConcurrency?: number;
  ownerMaxWaiting?: number;
}

interface Owner {
  readonly name: string;
  running: number;
  readonly waiting: { start: () => void; refuse: (reason: unknown) => void }[];
}

/** Limits how many tasks run and how many wait. Waiting tasks start round-robin by owner, so that an owner with many of them delays no other. */
export class FairQueue {
  readonly #size: Required<FairQueueSize>;
  /** The owner of the task that started last is at the end. */
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

  /** Runs a task when a slot is free. Throws 429 if too many of its owner wait, or if it is the newest of the owner with most in a full queue. */
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
    if (owner.waiting.length >= this.#size.ownerMaxWaiting) throw rateLimited(1);
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>();
    this.#owners.set(owner.name, owner);
    owner.waiting.push({ start, refuse });
    this.#waiting += 1;
    if (this.#waiting > this.#size.maxWaiting) this.#refuseNewest(owner);
    return promise;
  }

  /** With equally many tasks, the newly arrived one is refused and not an older one. */
  #refuseNewest(arrived: Owner): void {
    let most = arrived;
    for (const owner of this.#owners.values()) if (owner.waiting.length > most.waiting.length) most = owner;
    most.waiting.pop()?.refuse(rateLimited(1));
    this.#waiting -= 1;
    this.#removeIdle(most);
  }

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
