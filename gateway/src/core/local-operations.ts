import { idempotencyHours } from '@console/contract/calls/idempotency';
import { LRUCache } from 'lru-cache';
import { lruClockOptions } from '../base/cache-options.ts';
import type { Clock } from '../base/clock.ts';
import { LocalJournal, type WriteResults } from '../product-api/call-journal.ts';
import type { WriteTracker } from '../product-api/write-tracker.ts';
import type { BeginResult, IdempotentOperation, OperationKey } from './idempotent-operation.ts';

interface StoredOperation {
  inputHash: string;
  answer: { data: unknown } | null;
  results: WriteResults;
}

const maxBytes = 64 * 1024 * 1024;
const entryBytes = 500;

/** Operations with an idempotency key in this process, for a product API that does not store them. Ended ones are bounded in bytes, the least recently used is removed first. */
export class LocalOperations {
  readonly #running = new Map<string, StoredOperation>();
  readonly #ended: LRUCache<string, StoredOperation>;

  constructor(clock: Clock) {
    this.#ended = new LRUCache({
      maxSize: maxBytes,
      ttl: idempotencyHours * 60 * 60_000,
      sizeCalculation: ({ answer, results }) => entryBytes + 2 * JSON.stringify([answer, [...results]]).length,
      ...lruClockOptions(clock),
    });
  }

  get(keyHash: string): StoredOperation | undefined {
    return this.#running.get(keyHash) ?? this.#ended.get(keyHash);
  }

  start(keyHash: string, inputHash: string): StoredOperation {
    const operation = this.#ended.get(keyHash) ?? { inputHash, answer: null, results: new Map() };
    this.#running.set(keyHash, operation);
    return operation;
  }

  isRunning(keyHash: string): boolean {
    return this.#running.has(keyHash);
  }

  /** Stores an operation that has ended; one without an answer may be started again. */
  end(
    keyHash: string,
    { forget = false, answer = null }: { forget?: boolean; answer?: StoredOperation['answer'] },
  ): void {
    const operation = this.#running.get(keyHash);
    this.#running.delete(keyHash);
    if (forget) this.#ended.delete(keyHash);
    else if (operation) this.#ended.set(keyHash, answer ? { ...operation, answer, results: new Map() } : operation);
  }
}

/** An operation in this process. */
export class LocalOperation implements IdempotentOperation {
  readonly #operations: LocalOperations;
  readonly #key: OperationKey;
  readonly #writes: WriteTracker | null;

  /** Without `writes`, a repetition makes every write again. */
  constructor(operations: LocalOperations, key: OperationKey, writes: WriteTracker | null) {
    this.#operations = operations;
    this.#key = key;
    this.#writes = writes;
  }

  async begin(): Promise<BeginResult> {
    const { keyHash, inputHash } = this.#key;
    const earlier = this.#operations.get(keyHash);
    if (earlier && earlier.inputHash !== inputHash) return { state: 'otherInput' };
    if (earlier?.answer) return { state: 'done', data: earlier.answer.data };
    if (this.#operations.isRunning(keyHash)) return { state: 'running', retryAfter: 1 };
    const operation = this.#operations.start(keyHash, inputHash);
    return { state: 'started', journal: this.#writes && new LocalJournal(operation.results, this.#writes) };
  }

  /** A process that is killed forgets the operation. */
  async renew(): Promise<void> {}

  async finish(data: unknown): Promise<unknown> {
    this.#operations.end(this.#key.keyHash, { answer: { data } });
    return data;
  }

  async end({ forget }: { forget: boolean }): Promise<void> {
    this.#operations.end(this.#key.keyHash, { forget });
  }
}
