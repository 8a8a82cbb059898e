import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets of third parties, so that a database copy does not reveal them. */
export interface SecretCipher {
  /** Encrypts a secret for the row `rowId`; it cannot be decrypted for any other row. */
  encrypt(secret: string, rowId: string): string;
  /** Null if it was encrypted for another row or with a removed key. */
  decrypt(encrypted: string, rowId: string): string | null;
  /** Re-encrypts with the newest key; unchanged if it already uses it, null if it cannot be decrypted. */
  renew(encrypted: string, rowId: string): string | null;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Derives a key for one purpose from the newest platform secret; older secrets still decrypt. */
export function createSecretCipher(secrets: readonly string[], purpose: string): SecretCipher {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', `console/platform/${purpose}`, 32)));
  const [newest] = keys;
  if (!newest) throw new Error('PLATFORM_SECRET is missing');
  const encrypt = (secret: string, rowId: string) => {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, newest, nonce).setAAD(Buffer.from(rowId));
    const encrypted = [cipher.update(secret, 'utf8'), cipher.final()];
    return Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()]).toString('base64url');
  };
  const decrypt = (encrypted: string, rowId: string) => {
    for (const key of keys) {
      const secret = decryptWith(key, Buffer.from(encrypted, 'base64url'), rowId);
      if (secret !== null) return secret;
    }
    return null;
  };
  return {
    encrypt,
    decrypt,
    renew: (encrypted, rowId) => {
      if (decryptWith(newest, Buffer.from(encrypted, 'base64url'), rowId) !== null) return encrypted;
      const secret = decrypt(encrypted, rowId);
      return secret === null ? null : encrypt(secret, rowId);
    },
  };
}

function decryptWith(key: Buffer, encrypted: Buffer, rowId: string): string | null {
  if (encrypted.length < nonceBytes + tagBytes) return null;
  const nonce = encrypted.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(rowId))
    .setAuthTag(encrypted.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(encrypted.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString(
      'utf8',
    );
  } catch {
    return null;
  }
}
