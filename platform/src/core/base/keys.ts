import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new key or token: 256 random bits as 43 characters. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The id of a stored file: 128 random bits as 22 characters. */
export const newFileId = (): string => randomBytes(16).toString('base64url');

/** What is kept of a key or token: it has 256 random bits, so a plain hash cannot be turned back. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Hashes what is too short for a plain hash, with a key that is not in the database. While the key is changed, the old one still verifies. */
export interface Pepper {
  seal(value: string): string;
  matches(value: string, sealed: string): boolean;
}

/** A pepper of the platform's secrets, the newest first. */
export function createPepper(secrets: readonly string[]): Pepper {
  const [newest] = secrets;
  if (!newest) throw new Error('PLATFORM_SECRET is missing');
  const hmac = (secret: string, value: string) => createHmac('sha256', secret).update(value).digest('hex');
  return {
    seal: (value) => hmac(newest, value),
    matches: (value, sealed) => secrets.map((secret) => sameText(hmac(secret, value), sealed)).some((same) => same),
  };
}

const sameText = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
