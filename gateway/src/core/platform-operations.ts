import { idempotencyCalls } from '@console/contract/calls/idempotency';
import { PlatformJournal, type StoredReads } from '../product-api/call-journal.ts';
import { isRecord } from '../product-api/shape.ts';
import type { Context } from './context.ts';
import type { BeginResult, IdempotentOperation, OperationKey } from './idempotent-operation.ts';

const { beginOperation, storeOperation, endOperation } = idempotencyCalls;

/** Operation in our platform's storage, encrypted because it contains personal data. */
export class PlatformOperation implements IdempotentOperation {
  readonly #context: Context;
  readonly #key: OperationKey;

  constructor(context: Context, key: OperationKey) {
    this.#context = context;
    this.#key = key;
  }

  async begin(): Promise<BeginResult> {
    const { keyHash: key_hash, inputHash: input_hash } = this.#key;
    const sent = this.#context.api.callAside(beginOperation, { body: { key_hash, input_hash } });
    const { state, retry_after, journal, answer } = await sent;
    if (state === 'running') return { state, retryAfter: Number(retry_after ?? 1) };
    if (state === 'other_input') return { state: 'otherInput' };
    // A response with a retired secret is built again, from stored responses of its writes.
    const data = state === 'done' ? await this.#decrypt(answer) : undefined;
    if (data !== undefined) return { state: 'done', data };
    const reads = await this.#decrypt(journal);
    return { state: 'started', journal: this.#journal(Array.isArray(reads) ? reads : []) };
  }

  async renew(): Promise<void> {
    await this.#context.api.callAside(storeOperation, { body: { key_hash: this.#key.keyHash } });
  }

  async finish(data: unknown): Promise<unknown> {
    const body = { key_hash: this.#key.keyHash, answer: await this.#encrypt(data) };
    const { answer } = await this.#context.api.callAside(storeOperation, { body });
    return (await this.#decrypt(answer)) ?? data;
  }

  async end({ forget }: { forget: boolean }): Promise<void> {
    await this.#context.api.callAside(endOperation, { body: { key_hash: this.#key.keyHash, forget } });
  }

  #journal(earlier: StoredReads): PlatformJournal {
    const { keyHash, inputHash } = this.#key;
    return new PlatformJournal({ key: keyHash, input: inputHash }, earlier, async (reads) => {
      const body = { key_hash: keyHash, journal: await this.#encrypt(reads) };
      await this.#context.api.callAside(storeOperation, { body });
    });
  }

  #encrypt(stored: unknown): Promise<string> {
    return this.#context.services.contentCipher.encrypt('operation', { keyHash: this.#key.keyHash, stored });
  }

  async #decrypt(text: unknown): Promise<unknown> {
    if (typeof text !== 'string') return undefined;
    const content = await this.#context.services.contentCipher.decrypt('operation', text);
    return isRecord(content) && content.keyHash === this.#key.keyHash ? content.stored : undefined;
  }
}
