import { randomUUID } from 'node:crypto';
import { idempotencyHours } from '@console/contract/calls/idempotency';
import type { SharedStore } from '../base/shared-store.ts';
import { SharedJournal } from '../product-api/call-journal.ts';
import type { WriteTracker } from '../product-api/write-tracker.ts';
import type { BeginResult, IdempotentOperation, OperationKey } from './idempotent-operation.ts';

interface StoredOperation {
  inputHash: string;
  answer?: { data: unknown };
}

const storedMs = idempotencyHours * 60 * 60_000;
/** Lease, in case a gateway is killed. */
const leaseMs = 5_000;

const nameOf = (keyHash: string) => `operation ${keyHash}`;

async function readOperation(store: SharedStore, keyHash: string): Promise<StoredOperation | null> {
  const text = await store.read(nameOf(keyHash));
  return text ? JSON.parse(text) : null;
}

/** Whether an operation has a stored response, if the store responds. */
export const hasStoredResponse = (store: SharedStore, keyHash: string): Promise<boolean> =>
  readOperation(store, keyHash).then(
    (stored) => stored?.answer !== undefined,
    () => false,
  );

/** Operation in the gateways' store, for a product API without storage. */
export class SharedOperation implements IdempotentOperation {
  readonly #store: SharedStore;
  readonly #key: OperationKey;
  readonly #lease: string;
  readonly #run = randomUUID();
  readonly #journal: SharedJournal | null;

  /** A repetition makes every write again unless there are `writes`. */
  constructor(store: SharedStore, key: OperationKey, writes: WriteTracker | null) {
    const { keyHash, inputHash } = key;
    this.#store = store;
    this.#key = key;
    this.#lease = `lease ${keyHash}`;
    this.#journal = writes && new SharedJournal(store, { name: `write ${keyHash} ${inputHash}`, storedMs }, writes);
  }

  async begin(): Promise<BeginResult> {
    const { keyHash, inputHash } = this.#key;
    const other = await this.#store.claim(this.#lease, this.#run, leaseMs);
    const stored = await readOperation(this.#store, keyHash);
    const isOtherInput = stored !== null && stored.inputHash !== inputHash;
    if (other === null && (isOtherInput || stored?.answer)) await this.#endLease();
    if (isOtherInput) return { state: 'otherInput' };
    if (stored?.answer) return { state: 'done', data: stored.answer.data };
    if (other !== null) return { state: 'running', retryAfter: 1 };
    await this.#write({ inputHash });
    return { state: 'started', journal: this.#journal };
  }

  renew(): Promise<void> {
    return this.#store.renew(this.#lease, this.#run, leaseMs);
  }

  async finish(data: unknown): Promise<unknown> {
    const { keyHash, inputHash } = this.#key;
    const first = (await readOperation(this.#store, keyHash))?.answer;
    if (!first) await this.#write({ inputHash, answer: { data } });
    await this.#endLease();
    return first ? first.data : data;
  }

  async end({ forget }: { forget: boolean }): Promise<void> {
    if (forget) {
      await this.#journal?.forget();
      await this.#store.remove(nameOf(this.#key.keyHash));
    }
    await this.#endLease();
  }

  #write(stored: StoredOperation): Promise<void> {
    return this.#store.write(nameOf(this.#key.keyHash), JSON.stringify(stored), storedMs);
  }

  #endLease(): Promise<void> {
    return this.#store.remove(this.#lease, this.#run);
  }
}
