import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SharedStore } from './shared-store.ts';

/** Lease of a turn, in case a gateway is killed. */
const turnMs = 5_000;
const renewalMs = 1_000;
const pauseMs = 50;

/** Runs tasks with the same key one by one, in this process and among gateways that share a store. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #shared: SharedStore | null;

  constructor(shared: SharedStore | null = null) {
    this.#shared = shared;
  }

  /** Runs the task after all earlier ones of the key, successful or not. */
  async runExclusive<T>(key: string, task: () => Promise<T>): Promise<T> {
    const store = this.#shared;
    const run = store === null ? task : () => runInTurn(store, `turn ${key}`, task);
    const result = (this.#last.get(key) ?? Promise.resolve()).then(run);
    const settled = result.catch(() => undefined);
    this.#last.set(key, settled);
    try {
      return await result;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}

/** Runs a task exclusively among gateways; alone while the store does not respond. */
async function runInTurn<T>(store: SharedStore, name: string, task: () => Promise<T>): Promise<T> {
  const run = randomUUID();
  try {
    while ((await store.claim(name, run, turnMs)) !== null) await pause(pauseMs);
  } catch {
    return task();
  }
  const renewing = setInterval(() => void store.renew(name, run, turnMs).catch(() => undefined), renewalMs);
  try {
    return await task();
  } finally {
    clearInterval(renewing);
    await store.remove(name, run).catch(() => undefined);
  }
}
