import { createHash } from 'node:crypto';

/** A name for the owner of a key that does not reveal the key: SHA-256 in base64url. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** SHA-256 of texts, as 64 hexadecimal digits. */
export const hashText = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** For limits: callers choose names and addresses, so that a stored one has a fixed length. */
export const storedKey = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22);
