import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { newSecret } from '@console/server-base/secret-file';

/** A new API key; its prefix is shown in lists and not secret. */
export function newApiKey(): { secret: string; prefix: string } {
  const prefix = `key_${randomBytes(4).toString('hex')}`;
  return { secret: `${prefix}_${newSecret()}`, prefix };
}

/** 128 random bits in 22 characters. */
export const newFileId = (): string => randomBytes(16).toString('base64url');

/** Unsalted, because 256 random bits cannot be guessed. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Keyed hash for short values. During a rotation, hashes of the old key still match. */
export interface Pepper {
  hash(value: string): string;
  matches(value: string, hash: string): boolean;
  /** The hashes of a value with each of the keys. */
  all(value: string): string[];
}

/** Creates a pepper from the platform's secrets, newest first; hashes with the newest. */
export function createPepper(secrets: readonly string[]): Pepper {
  const [newest] = secrets;
  if (!newest) throw new Error('PLATFORM_SECRET is missing');
  const hmac = (secret: string, value: string) => createHmac('sha256', secret).update(value).digest('hex');
  return {
    hash: (value) => hmac(newest, value),
    all: (value) => secrets.map((secret) => hmac(secret, value)),
    matches: (value, hash) => secrets.map((secret) => sameText(hmac(secret, value), hash)).some((same) => same),
  };
}

const sameText = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
