import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { ListCursors, Place } from '../product-api/paging.ts';

const cipher = 'aes-256-gcm';
const [ivLength, tagLength] = [12, 16];

interface Keys {
  encryption: Buffer;
  iv: Buffer;
}

/** Encrypts with the first secret, decrypts with all: cursors are valid on every replica and after a restart. */
export class Cursors {
  readonly #keys: readonly Keys[];

  constructor(secrets: readonly string[]) {
    this.#keys = secrets.map((secret) => {
      const derived = Buffer.from(hkdfSync('sha256', secret, '', 'console cursors 1', 64));
      return { encryption: derived.subarray(0, 32), iv: derived.subarray(32) };
    });
  }

  /** Cursors of a list. `list` determines rows and order; other lists' cursors are invalid. */
  of(list: Readonly<Record<string, unknown>>): ListCursors {
    const bound = Buffer.from(JSON.stringify(list));
    return {
      write: ({ keys, id }) => seal(JSON.stringify([...keys, id]), bound, this.#keys[0]),
      read: (cursor) => {
        const text = this.#keys.map((keys) => open(cursor, bound, keys)).find((one) => one !== null);
        return text === undefined ? null : placeIn(JSON.parse(text));
      },
    };
  }
}

const placeIn = (content: [...Place['keys'], string]): Place => ({
  keys: content.slice(0, -1),
  id: String(content.at(-1)),
});

/** The initialisation vector is derived from the content, so that a row always has the same cursor. */
function seal(text: string, bound: Buffer, keys: Keys | undefined): string {
  if (!keys) throw new Error('there is no secret to encrypt with');
  const iv = createHmac('sha256', keys.iv).update(bound).update('\n').update(text).digest().subarray(0, ivLength);
  const sealing = createCipheriv(cipher, keys.encryption, iv).setAAD(bound);
  const content = Buffer.concat([sealing.update(text), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), content]).toString('base64url');
}

/** Decrypts a text; null for another list, secret or author. */
function open(cursor: string, bound: Buffer, keys: Keys): string | null {
  const sealed = Buffer.from(cursor, 'base64url');
  const isExact = sealed.toString('base64url') === cursor;
  if (!isExact || sealed.length <= ivLength + tagLength) return null;
  const opening = createDecipheriv(cipher, keys.encryption, sealed.subarray(0, ivLength), { authTagLength: tagLength })
    .setAAD(bound)
    .setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
  try {
    return `${opening.update(sealed.subarray(ivLength + tagLength), undefined, 'utf8')}${opening.final('utf8')}`;
  } catch {
    return null;
  }
}
