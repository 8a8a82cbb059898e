import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets of third parties, so that a copy of the database does not reveal them. */
export interface Seal {
  /** `place` is the row it is stored in; the sealed text opens for no other. */
  seal(secret: string, place: string): string;
  /** The secret, null if it was sealed for another place or with a removed key. */
  open(sealed: string, place: string): string | null;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** A seal with a key derived from the platform's newest secret for one purpose; older secrets still open. */
export function createSeal(secrets: readonly string[], purpose: string): Seal {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', `console/platform/${purpose}`, 32)));
  const [newest] = keys;
  if (!newest) throw new Error('PLATFORM_SECRET is missing');
  return {
    seal: (secret, place) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, newest, nonce).setAAD(Buffer.from(place));
      const sealed = [cipher.update(secret, 'utf8'), cipher.final()];
      return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url');
    },
    open: (sealed, place) => {
      for (const key of keys) {
        const secret = openWith(key, Buffer.from(sealed, 'base64url'), place);
        if (secret !== null) return secret;
      }
      return null;
    },
  };
}

function openWith(key: Buffer, sealed: Buffer, place: string): string | null {
  if (sealed.length < nonceBytes + tagBytes) return null;
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
