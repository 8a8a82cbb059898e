import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts text irreversibly and differently each time, with a key derived from the platform's newest secret. */
export function createOneWayEncryption(secrets: readonly string[]): (text: string) => string {
  const [newest] = secrets;
  if (!newest) throw new Error('PLATFORM_SECRET is missing');
  const key = Buffer.from(hkdfSync('sha256', newest, '', 'console/platform/encrypt', 32));
  return (text) => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const sealed = [cipher.update(text, 'utf8'), cipher.final()];
    return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url');
  };
}
