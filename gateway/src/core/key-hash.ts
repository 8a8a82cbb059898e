import { createHash } from 'node:crypto';

/** A name for the owner of a key that does not reveal the key: SHA-256 in base64url. */
export const keyHash = (key: string): string => createHash('sha256').update(key).digest('base64url');
