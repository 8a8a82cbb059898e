import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { hashApiKey } from '../base/key-hash.ts';
import type { CallContext } from '../product-api/call-context.ts';
import type { ProductApi } from '../product-api/client.ts';
import { pathOnProductApi } from '../product-api/file-address.ts';
import type { ContentCipher } from './content-cipher.ts';

const largestImage = 5 * 1024 * 1024;

export interface Picture {
  type: string;
  bytes: Buffer;
  etag: string;
}

const signatures: readonly (readonly [type: string, matches: (bytes: Buffer) => boolean])[] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).toString('latin1') === '\xff\xd8\xff'],
  ['image/gif', (bytes) => /^GIF8[79]a$/.test(bytes.subarray(0, 6).toString('latin1'))],
  ['image/webp', (bytes) => /^RIFF.{4}WEBP$/s.test(bytes.subarray(0, 12).toString('latin1'))],
  ['image/avif', (bytes) => bytes.subarray(4, 12).toString('latin1') === 'ftypavif'],
];
const declaredTypes = /^(image\/(png|x-png|jpe?g|pjpeg|gif|webp|avif)|application\/octet-stream|)$/;

/** Proxies images of a product API with its own files, by encrypted URL and with the caller's key, so that pages load from their origin only. */
export class ImageProxy {
  readonly #api: ProductApi;
  readonly #contentCipher: ContentCipher;
  /** Tokens by caller and path: an image keeps its URL, so that browsers can cache it. */
  readonly #tokens = new LRUCache<string, Promise<string>>({ max: 2_000 });

  constructor(api: ProductApi, contentCipher: ContentCipher) {
    this.#api = api;
    this.#contentCipher = contentCipher;
  }

  /** URL on our origin for an image of the product API; null for any other URL. */
  addressOf(address: unknown, key: string): Promise<string> | null {
    const path = pathOnProductApi(address, this.#api.settings);
    if (path === null) return null;
    const caller = hashApiKey(key);
    const entry = `${caller} ${path}`;
    const ownAddress = this.#tokens.get(entry) ?? this.#encryptedAddress(path, caller);
    this.#tokens.set(entry, ownAddress);
    return ownAddress;
  }

  async #encryptedAddress(path: string, caller: string): Promise<string> {
    return `/files/${await this.#contentCipher.encrypt('picture', { path, caller })}`;
  }

  /** Fetches an image for the caller of its token; null for anything but a bitmap of at most 5 MB. */
  async fetch(token: string, context: CallContext & { key: string }): Promise<Picture | null> {
    const content = await this.#contentCipher.decrypt('picture', token);
    if (typeof content === 'string' || content.caller !== hashApiKey(context.key)) return null;
    const answer = await this.#api.fetchFile(content.path, context, largestImage);
    const declared = String(answer?.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
    if (answer?.status !== 200 || !declaredTypes.test(declared.trim().toLowerCase())) return null;
    const { bytes } = answer;
    const type = signatures.find(([, matches]) => matches(bytes))?.[0];
    if (type === undefined) return null;
    return { type, bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
  }
}
