/** Limits for all owners together, and for each owner, by default the same. */
export interface FairQueueLimits {
  maxRunning: number;
  maxQueued: number;
  ownerRunning?: (owner: string) => number;
  ownerQueued?: number;
  refusal: () => Error;
}

interface QueuedTask {
  start(): void;
  refuse(reason: unknown): void;
}

interface Owner {
  running: number;
  /** Tasks that succeeded since the owner was last idle. */
  succeeded: number;
  /** Oldest first. */
  readonly queue: Set<QueuedTask>;
}

/** Limits running and queued tasks, round-robin by owner, so that none delays others. When full, the owner with the most loses the newest. */
export class FairQueue {
  readonly #limits: Required<FairQueueLimits>;
  /** Owners with running or queued tasks; the most recently started is at the end. */
  readonly #owners = new Map<string, Owner>();
  #running = 0;
  #queued = 0;

  constructor(limits: FairQueueLimits) {
    const { maxRunning, maxQueued } = limits;
    this.#limits = { ownerRunning: () => maxRunning, ownerQueued: maxQueued, ...limits };
  }

  get running(): number {
    return this.#running;
  }

  get queued(): number {
    return this.#queued;
  }

  /** Runs a task when there is room. Throws the refusal if it loses its place, and the signal's reason if that aborts before the start. */
  async run<T>(name: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const owner = this.#owners.get(name) ?? { running: 0, succeeded: 0, queue: new Set() };
    if (this.#hasRoom(name, owner)) this.#start(name, owner);
    else await this.#wait(name, owner, signal);
    try {
      const result = await task();
      owner.succeeded += 1;
      return result;
    } finally {
      owner.running -= 1;
      this.#running -= 1;
      this.#forgetIdle(name, owner);
      this.#startNext();
    }
  }

  #hasRoom(name: string, owner: Owner): boolean {
    return this.#running < this.#limits.maxRunning && owner.running < this.#limits.ownerRunning(name);
  }

  #start(name: string, owner: Owner): void {
    this.#owners.delete(name);
    this.#owners.set(name, owner);
    owner.running += 1;
    this.#running += 1;
  }

  async #wait(name: string, owner: Owner, signal: AbortSignal | undefined): Promise<void> {
    if (owner.queue.size >= this.#limits.ownerQueued) throw this.#limits.refusal();
    if (this.#queued >= this.#limits.maxQueued) this.#makeRoomFor(owner);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const task: QueuedTask = {
      start: resolve,
      refuse: (reason) => {
        if (!owner.queue.delete(task)) return;
        this.#queued -= 1;
        this.#forgetIdle(name, owner);
        reject(reason);
      },
    };
    const { succeeded } = owner;
    const onAbort = () => {
      // Other tasks of the owner succeeded, so the owner's own number of tasks caused the delay.
      const isOwnFault = signal?.reason?.name === 'TimeoutError' && owner.succeeded > succeeded;
      task.refuse(isOwnFault ? this.#limits.refusal() : signal?.reason);
    };
    if (!this.#owners.has(name)) this.#owners.set(name, owner);
    owner.queue.add(task);
    this.#queued += 1;
    signal?.addEventListener('abort', onAbort, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', onAbort));
  }

  /** Rejects the newest task of the owner with the most, or the new one in case of a tie. */
  #makeRoomFor(newcomer: Owner): void {
    let largest = newcomer.queue.size + 1;
    let newest: QueuedTask | undefined;
    for (const { queue } of this.#owners.values()) {
      if (queue.size <= largest) continue;
      largest = queue.size;
      newest = [...queue].at(-1);
    }
    if (!newest) throw this.#limits.refusal();
    newest.refuse(this.#limits.refusal());
  }

  #startNext(): void {
    for (const [name, owner] of this.#owners) {
      const [task] = owner.queue;
      if (task === undefined || !this.#hasRoom(name, owner)) continue;
      owner.queue.delete(task);
      this.#queued -= 1;
      this.#start(name, owner);
      task.start();
      return;
    }
  }

  #forgetIdle(name: string, owner: Owner): void {
    if (owner.running === 0 && owner.queue.size === 0) this.#owners.delete(name);
  }
}
