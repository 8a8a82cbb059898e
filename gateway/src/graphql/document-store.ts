import { createHash } from 'node:crypto';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Longer documents are parsed again each time. */
const maxStoredLength = 16 * 1024;
const maxBytes = 32 * 1024 * 1024;
/** Measured: what a token takes with its nodes. */
const bytesPerToken = 400;
const hashLength = 64;

/** Bytes of a parsed document: its text, which its nodes refer to, and its tokens. */
function documentBytes({ loc }: DocumentNode): number {
  let tokens = 0;
  for (let token = loc?.startToken ?? null; token; token = token.next) tokens += 1;
  return 2 * (loc?.source.body.length ?? 0) + tokens * bytesPerToken;
}

/** Parsed and validated documents. Apollo's own store counts neither their texts nor their tokens. */
export class DocumentStore {
  readonly #documents = new LRUCache<string, DocumentNode>({
    max: 300,
    maxSize: maxBytes,
    sizeCalculation: documentBytes,
  });

  has(text: unknown): boolean {
    return typeof text === 'string' && this.#documents.has(createHash('sha256').update(text).digest('hex'));
  }

  async get(key: string): Promise<DocumentNode | undefined> {
    return this.#documents.get(hashIn(key));
  }

  async set(key: string, document: DocumentNode): Promise<void> {
    const length = document.loc?.source.body.length ?? Infinity;
    if (length <= maxStoredLength) this.#documents.set(hashIn(key), document);
  }

  async delete(key: string): Promise<boolean> {
    return this.#documents.delete(hashIn(key));
  }
}

/** Apollo's keys begin with the hash of the schema, which is the same for all. */
const hashIn = (key: string): string => key.slice(-hashLength);
