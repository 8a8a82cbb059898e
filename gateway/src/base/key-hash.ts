import { createHash } from 'node:crypto';

/** Hides a key: SHA-256 in base64url. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

export const hashText = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** Fixed length, because callers choose names and addresses. */
export const storedKey = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22);
