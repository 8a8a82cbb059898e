import { createHash, hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** Contents of sealed texts, by the cookie's name or kind. Times are seconds since 1970; `page` is the SHA-256 of the page secret. */
const contents = {
  '__Host-console': z.object({
    sid: z.string(),
    key: z.string(),
    token: z.string().nullable(),
    v: z.int(),
    uid: z.string(),
    page: z.string(),
    iat: z.int(),
    abs: z.int(),
  }),
  '__Host-preauth': z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('passcode'),
      email: z.string(),
      page: z.string(),
      attempt: z.string().nullable(),
      /** When a passcode was mailed for this sign-in; null when none was. */
      sentAt: z.int().nullable(),
      exp: z.int(),
    }),
    z.object({
      kind: z.literal('handover'),
      key: z.string(),
      token: z.string().nullable(),
      /** Created for this hand-over, so that no other session uses it. */
      fresh: z.boolean(),
      uid: z.string(),
      page: z.string(),
      exp: z.int(),
    }),
  ]),
  '__Host-mfa': z.object({ email: z.string(), exp: z.int(), remember_token: z.string().nullable() }),
  picture: z.object({ path: z.string(), caller: z.string() }),
  operation: z.object({ keyHash: z.string(), stored: z.unknown() }),
};

/** A sealed cookie, with one remembered-device cookie per email; a picture's address with its caller; or what an operation with an idempotency key has stored. */
export type SealedName = '__Host-console' | '__Host-preauth' | 'picture' | 'operation' | `__Host-mfa-${string}`;
type KindOf<N extends SealedName> = N extends keyof typeof contents ? N : '__Host-mfa';
export type SealedContent<N extends SealedName> = z.output<(typeof contents)[KindOf<N>]>;
/** The browser session (PROTOCOLS 1.3). */
export type SessionContent = SealedContent<'__Host-console'>;
/** A sign-in that needs its passcode (PROTOCOLS 2.6 and 3.6), or a hand-over that needs a confirmation (PROTOCOLS 1.14). */
export type PendingStep = SealedContent<'__Host-preauth'>;
export type PendingPasscode = Extract<PendingStep, { kind: 'passcode' }>;
export type PendingHandover = Extract<PendingStep, { kind: 'handover' }>;
/** A remembered device (CHECKLIST OPEN-9). */
export type DeviceContent = SealedContent<`__Host-mfa-${string}`>;

const schemaOf = (name: SealedName) =>
  Object.hasOwn(contents, name) ? contents[name as keyof typeof contents] : contents['__Host-mfa'];

/** Base64url ignores trailing bits: a sealed text is only valid exactly as we wrote it. */
const isExact = (value: string): boolean =>
  value.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

/** Encrypts what the browser stores for us. The first secret encrypts, all of them decrypt. */
export class Sealer {
  readonly #keys: { kid: string; key: Uint8Array }[];
  /** Decrypted sessions by cookie, because every request has one. */
  readonly #cachedSessions = new LRUCache<string, SessionContent>({ max: 1_000 });

  constructor(secrets: readonly string[]) {
    this.#keys = secrets.map((secret) => {
      const key = new Uint8Array(hkdfSync('sha256', secret, '', 'console cookies 1', 32));
      return { key, kid: createHash('sha256').update(key).digest('base64url').slice(0, 8) };
    });
  }

  /** The name is part of the sealed text, so that no cookie can be used in place of another. */
  seal<N extends SealedName>(name: N, content: SealedContent<N>): Promise<string> {
    const [newest] = this.#keys;
    if (!newest) throw new Error('there is no secret to seal with');
    return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: newest.kid, typ: name })
      .encrypt(newest.key);
  }

  /** The content; `retired` when it was sealed with a secret that is no longer in use, or `tampered`. */
  async unseal<N extends SealedName>(name: N, value: string): Promise<SealedContent<N> | 'retired' | 'tampered'> {
    if (name !== '__Host-console') return this.#decrypt(name, value);
    const cached = this.#cachedSessions.get(value);
    if (cached) return cached as SealedContent<N>;
    const content = await this.#decrypt('__Host-console', value);
    if (typeof content !== 'string') this.#cachedSessions.set(value, Object.freeze(content));
    return content as SealedContent<N> | 'retired' | 'tampered';
  }

  async #decrypt<N extends SealedName>(name: N, value: string): Promise<SealedContent<N> | 'retired' | 'tampered'> {
    if (!isExact(value)) return 'tampered';
    let retired = false;
    try {
      const { plaintext, protectedHeader } = await compactDecrypt(
        value,
        ({ kid }) => {
          const cached = this.#keys.find((entry) => entry.kid === kid);
          retired = cached === undefined && /^[\w-]{8}$/.test(kid ?? '');
          if (!cached) throw new Error('unknown key');
          return cached.key;
        },
        { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] },
      );
      if (protectedHeader.typ !== name) return 'tampered';
      return schemaOf(name).parse(JSON.parse(new TextDecoder().decode(plaintext))) as SealedContent<N>;
    } catch {
      return retired ? 'retired' : 'tampered';
    }
  }
}
