import { createHash, hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** Encrypted contents by cookie name or kind. Times are seconds since 1970; `page` is the SHA-256 of the page secret. */
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
      /** Time of the last passcode for this sign-in; null if none was sent. */
      sentAt: z.int().nullable(),
      exp: z.int(),
    }),
    z.object({
      kind: z.literal('singleSignOn'),
      attempt: z.string(),
      /** Email address that was entered. */
      email: z.string().optional(),
      exp: z.int(),
    }),
    z.object({
      kind: z.literal('otherEmail'),
      attempt: z.string(),
      continuation: z.string(),
      exp: z.int(),
    }),
    z.object({
      kind: z.literal('handover'),
      key: z.string(),
      token: z.string().nullable(),
      /** Created for this handover, so that no other session uses it. */
      fresh: z.boolean(),
      uid: z.string(),
      page: z.string(),
      exp: z.int(),
    }),
  ]),
  '__Host-mfa': z.object({ email: z.string(), exp: z.int(), remember_token: z.string().nullable() }),
  '__Host-device': z.object({ email: z.string(), iat: z.int(), exp: z.int(), device: z.string() }),
  picture: z.object({ path: z.string(), caller: z.string() }),
  operation: z.object({ keyHash: z.string(), stored: z.unknown() }),
  shared: z.object({ key: z.string(), text: z.string() }),
  export: z.object({
    id: z.string(),
    sid: z.string(),
    list: z.string(),
    format: z.string(),
    args: z.string(),
    /** Missing in URLs that an earlier release created. */
    timeZone: z.string().optional(),
    separator: z.string().optional(),
    exp: z.int(),
  }),
};

/** A cookie (one per email for remembered and known devices), image URL, stored operation, shared text or export URL. */
export type EncryptedContentName =
  | '__Host-console'
  | '__Host-preauth'
  | 'picture'
  | 'operation'
  | 'shared'
  | 'export'
  | `__Host-mfa-${string}`
  | `__Host-device-${string}`;
type KindOf<N extends EncryptedContentName> = N extends keyof typeof contents
  ? N
  : N extends `__Host-device-${string}`
    ? '__Host-device'
    : '__Host-mfa';
export type EncryptedContent<N extends EncryptedContentName> = z.output<(typeof contents)[KindOf<N>]>;
export type SessionContent = EncryptedContent<'__Host-console'>;
/** Sign-in before its passcode (PROTOCOLS 2.6, 3.6) or provider (5.4), or handover before its confirmation (1.14). */
export type PendingStep = EncryptedContent<'__Host-preauth'>;
export type PendingPasscode = Extract<PendingStep, { kind: 'passcode' }>;
export type PendingHandover = Extract<PendingStep, { kind: 'handover' }>;
export type DeviceContent = EncryptedContent<`__Host-mfa-${string}`>;
export type KnownDeviceContent = EncryptedContent<`__Host-device-${string}`>;

function schemaOf(name: EncryptedContentName) {
  if (Object.hasOwn(contents, name)) return contents[name as keyof typeof contents];
  return contents[name.startsWith('__Host-device-') ? '__Host-device' : '__Host-mfa'];
}

/** base64url ignores trailing bits: an encrypted text is only valid exactly as we wrote it. */
const isExact = (value: string): boolean =>
  value.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

/** Encrypts with the first secret, decrypts with all. */
export class ContentCipher {
  readonly #keys: { kid: string; key: Uint8Array }[];
  /** Decrypted sessions by cookie, because every request has one. Its length is an upper limit of the content's size. */
  readonly #cachedSessions = new LRUCache<string, SessionContent>({
    maxSize: 4 * 1024 * 1024,
    sizeCalculation: (_content, cookie) => 500 + 2 * cookie.length,
  });

  constructor(secrets: readonly string[]) {
    this.#keys = secrets.map((secret) => {
      const key = new Uint8Array(hkdfSync('sha256', secret, '', 'console cookies 1', 32));
      return { key, kid: createHash('sha256').update(key).digest('base64url').slice(0, 8) };
    });
  }

  /** The name is part of the encryption, so that no cookie replaces another. */
  encrypt<N extends EncryptedContentName>(name: N, content: EncryptedContent<N>): Promise<string> {
    const [newest] = this.#keys;
    if (!newest) throw new Error('there is no secret to encrypt with');
    return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: newest.kid, typ: name })
      .encrypt(newest.key);
  }

  /** Content; `retired` for a secret no longer in use, or `tampered`. */
  async decrypt<N extends EncryptedContentName>(
    name: N,
    value: string,
  ): Promise<EncryptedContent<N> | 'retired' | 'tampered'> {
    if (name !== '__Host-console') return this.#decryptUncached(name, value);
    const cached = this.#cachedSessions.get(value);
    if (cached) return cached as EncryptedContent<N>;
    const content = await this.#decryptUncached('__Host-console', value);
    if (typeof content !== 'string') this.#cachedSessions.set(value, Object.freeze(content));
    return content as EncryptedContent<N> | 'retired' | 'tampered';
  }

  async #decryptUncached<N extends EncryptedContentName>(
    name: N,
    value: string,
  ): Promise<EncryptedContent<N> | 'retired' | 'tampered'> {
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
      return schemaOf(name).parse(JSON.parse(new TextDecoder().decode(plaintext))) as EncryptedContent<N>;
    } catch {
      return retired ? 'retired' : 'tampered';
    }
  }
}
