import { randomUUID } from 'node:crypto';
import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import type { ErrorCode } from '@console/contract/errors';
import type { SharedStore } from '../base/shared-store.ts';
import type { CallContext, CallResult } from './call-context.ts';
import { ApiFailure } from './errors.ts';
import { mayHaveTakenEffect, type WriteTracker } from './write-tracker.ts';

type WriteOptions = Pick<CallContext, 'idempotencyKey' | 'idempotencyInput'>;
type Reads = ReadonlyMap<string, Promise<CallResult>>;
type Send<C extends Call> = (options: WriteOptions) => Promise<CallResult<C>>;

export interface CallJournal {
  /** Body of a read in an earlier run; undefined if it must be made. */
  storedRead(address: string): unknown;
  /** Makes a write, or returns its stored result. `reads` are those since the write before. */
  write<C extends Call>(call: C, reads: Reads, send: Send<C>): Promise<CallResult<C>>;
}

class WriteNames {
  readonly #counts = new Map<string, number>();

  next({ name }: Call): string {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return `${name}.${count}`;
  }
}

/** Bodies of reads by address, for each write those before it. */
export type StoredReads = Readonly<Record<string, unknown>>[];

const maxReadsLength = 64 * 1024;

/** Journal for our platform, which repeats stored responses. Reads are stored before each write, so that a repetition decides alike. */
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
    const bodies = this.#earlier[length] ?? (await this.#bodiesOf(reads));
    this.#reads.push(bodies);
    // A repetition without reads decides nothing by them.
    if (length >= this.#earlier.length && Object.keys(bodies).length > 0) await this.#store(this.#reads);
    return send({ idempotencyKey, idempotencyInput: this.#input });
  }

  /** Leaves out the caller, because permissions are always read again, and large bodies. */
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

/** What has become of a write: its body, or a failure after which it may have had an effect. */
type StoredWrite = { body: unknown } | { code: ErrorCode; message: string; status: number | null };

const sentMark = 'sent ';
/** Larger results as JSON are stored only as sent. */
const maxResultLength = 1024 * 1024;

/** Journal for an external product API, in the gateways' store. A write with an unknown result is not repeated. */
export class SharedJournal implements CallJournal {
  readonly #names = new WriteNames();
  readonly #store: SharedStore;
  readonly #operation: { name: string; storedMs: number };
  readonly #writes: WriteTracker;
  readonly #used: string[] = [];
  /** Mark of a write by this run, kept while the result is unknown, also if the gateway was killed. */
  readonly #mark = `${sentMark}${randomUUID()}`;

  /** `operation` prefixes the names of its writes, which are stored for `storedMs`. */
  constructor(store: SharedStore, operation: { name: string; storedMs: number }, writes: WriteTracker) {
    this.#store = store;
    this.#operation = operation;
    this.#writes = writes;
  }

  storedRead(): undefined {
    return undefined;
  }

  async write<C extends Call>(call: C, _reads: Reads, send: Send<C>): Promise<CallResult<C>> {
    const name = `${this.#operation.name} ${this.#names.next(call)}`;
    // Marked before sending, so that one of two gateways sends it.
    const earlier = await this.#store.claim(name, this.#mark, this.#operation.storedMs);
    this.#used.push(name);
    if (earlier !== null) return this.#repeat(call, earlier);
    try {
      const result = await send({});
      await this.#keep(name, { body: result.body });
      return result;
    } catch (thrown) {
      if (thrown instanceof ApiFailure && mayHaveTakenEffect(thrown)) {
        const { code, message, status } = thrown;
        await this.#keep(name, { code, message, status });
      } else await this.#store.remove(name).catch(() => undefined);
      throw thrown;
    }
  }

  async forget(): Promise<void> {
    for (const name of this.#used) await this.#store.remove(name);
  }

  /** A result that cannot be stored stays marked. */
  async #keep(name: string, stored: StoredWrite): Promise<void> {
    const text = JSON.stringify(stored);
    if (text.length > maxResultLength) return;
    await this.#store.write(name, text, this.#operation.storedMs).catch(() => undefined);
  }

  #repeat<C extends Call>(call: C, earlier: string): CallResult<C> {
    const stored: StoredWrite | null = earlier.startsWith(sentMark) || earlier === '' ? null : JSON.parse(earlier);
    if (stored && 'body' in stored) {
      this.#writes.succeeded(call);
      return { body: stored.body, token: null } as CallResult<C>;
    }
    const { code = 'UPSTREAM_UNAVAILABLE', message, status } = stored ?? {};
    const failed = new ApiFailure(call, code, {
      ...(message !== undefined && { message }),
      ...(status != null && { status }),
    });
    this.#writes.failed(call, failed);
    throw failed;
  }
}
