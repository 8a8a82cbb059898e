import { idempotencyHours } from '@console/contract/calls/idempotency';
import { LRUCache } from 'lru-cache';
import { lruClockOptions } from '../base/cache-options.ts';
import type { Clock } from '../base/clock.ts';
import { LocalJournal, type WriteResults } from '../product-api/call-journal.ts';
import type { WriteTracker } from '../product-api/write-tracker.ts';
import type { BeginResult, IdempotentOperation, OperationKey } from './idempotent-operation.ts';

interface StoredOperation {
  inputHash: string;
  isRunning: boolean;
  answer: { data: unknown } | null;
  results: WriteResults;
}

/** Operations with an idempotency key in this process, for a product API that does not store them. */
export type LocalOperations = LRUCache<string, StoredOperation>;

export const createLocalOperations = (clock: Clock): LocalOperations =>
  new LRUCache({ max: 2_000, ttl: idempotencyHours * 60 * 60_000, ...lruClockOptions(clock) });

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
    if (earlier?.isRunning) return { state: 'running', retryAfter: 1 };
    const operation = earlier ?? { inputHash, isRunning: true, answer: null, results: new Map() };
    operation.isRunning = true;
    if (!earlier) this.#operations.set(keyHash, operation);
    return { state: 'started', journal: this.#writes && new LocalJournal(operation.results, this.#writes) };
  }

  /** A process that is killed forgets the operation. */
  async renew(): Promise<void> {}

  async finish(data: unknown): Promise<unknown> {
    const operation = this.#operations.peek(this.#key.keyHash);
    if (operation) Object.assign(operation, { isRunning: false, answer: { data }, results: new Map() });
    return data;
  }

  async end({ forget }: { forget: boolean }): Promise<void> {
    const operation = this.#operations.peek(this.#key.keyHash);
    if (operation) operation.isRunning = false;
    if (forget) this.#operations.delete(this.#key.keyHash);
  }
}
