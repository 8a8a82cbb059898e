import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import type { CallContext, CallResult } from './call-context.ts';
import { ApiFailure } from './errors.ts';
import { mayHaveTakenEffect, type WriteTracker } from './write-tracker.ts';

export type WriteOptions = Pick<CallContext, 'idempotencyKey' | 'idempotencyInput'>;
type Reads = ReadonlyMap<string, Promise<CallResult>>;
type Send<C extends Call> = (options: WriteOptions) => Promise<CallResult<C>>;

/** The calls of an operation with an idempotency key, which a repetition of the operation must not make again. */
export interface CallJournal {
  /** The body of a read in an earlier run; undefined for one that has to be made. */
  storedRead(address: string): unknown;
  /** Makes a write, or returns its stored result. `reads` are those since the write before. */
  write<C extends Call>(call: C, reads: Reads, send: Send<C>): Promise<CallResult<C>>;
}

/** The name of a write among those of its operation. */
class WriteNames {
  readonly #counts = new Map<string, number>();

  next({ name }: Call): string {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return `${name}.${count}`;
  }
}

/** The bodies of reads by their address, for each write those before it. */
export type StoredReads = Readonly<Record<string, unknown>>[];

const maxReadsLength = 64 * 1024;

/** The journal for our platform, which answers a repeated write with its stored answer. The reads before each write are stored first, so that a repetition decides as the earlier run did and makes the same writes. */
export class PlatformJournal implements CallJournal {
  readonly #names = new WriteNames();
  readonly #key: string;
  readonly #input: string;
  readonly #earlier: StoredReads;
  readonly #reads: StoredReads = [];
  readonly #store: (reads: StoredReads) => Promise<void>;
  #length = 0;

  constructor(
    { key, input }: { key: string; input: string },
    earlier: StoredReads,
    store: (reads: StoredReads) => Promise<void>,
  ) {
    this.#key = key;
    this.#input = input;
    this.#earlier = earlier;
    this.#store = store;
  }

  storedRead(address: string): unknown {
    return this.#earlier[this.#reads.length]?.[address];
  }

  async write<C extends Call>(call: C, reads: Reads, send: Send<C>): Promise<CallResult<C>> {
    const idempotencyKey = `${this.#key}.${this.#names.next(call)}`;
    const { length } = this.#reads;
    // The earlier run stored the reads of its last write before it made the write.
    this.#reads.push(this.#earlier[length] ?? (await this.#bodiesOf(reads)));
    if (length >= this.#earlier.length) await this.#store(this.#reads);
    return send({ idempotencyKey, idempotencyInput: this.#input });
  }

  /** Without the caller, because permissions are always read again, and without bodies that are too large. */
  async #bodiesOf(reads: Reads): Promise<Record<string, unknown>> {
    const bodies: Record<string, unknown> = {};
    for (const [address, read] of reads) {
      const result = await read.catch(() => null);
      if (result === null || address.startsWith(`${calls.apiUserDetail.name} `)) continue;
      const length = address.length + JSON.stringify(result.body).length;
      if (this.#length + length > maxReadsLength) continue;
      this.#length += length;
      bodies[address] = result.body;
    }
    return bodies;
  }
}

/** The results of writes by name; a failure for a write that may have had an effect. */
export type WriteResults = Map<string, CallResult | ApiFailure>;

/** The journal for any other product API, in this process. A write with an unknown result is not made again. */
export class LocalJournal implements CallJournal {
  readonly #names = new WriteNames();
  readonly #results: WriteResults;
  readonly #writes: WriteTracker;

  constructor(results: WriteResults, writes: WriteTracker) {
    this.#results = results;
    this.#writes = writes;
  }

  storedRead(): undefined {
    return undefined;
  }

  async write<C extends Call>(call: C, _reads: Reads, send: Send<C>): Promise<CallResult<C>> {
    const name = this.#names.next(call);
    const stored = this.#results.get(name);
    if (stored instanceof ApiFailure) {
      this.#writes.failed(call, stored);
      throw stored;
    }
    if (stored) {
      this.#writes.succeeded(call);
      return stored as CallResult<C>;
    }
    try {
      const result = await send({});
      this.#results.set(name, { ...result, token: null });
      return result;
    } catch (thrown) {
      if (thrown instanceof ApiFailure && mayHaveTakenEffect(thrown)) this.#results.set(name, thrown);
      throw thrown;
    }
  }
}
