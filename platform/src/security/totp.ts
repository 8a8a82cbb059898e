import { appCodeLength } from '@console/contract/rules';
import { Secret, TOTP } from 'otpauth';
import { createSecretCipher, type SecretCipher } from '../core/base/secret-cipher.ts';
import type { SecretPurpose } from '../core/database/table.ts';

const period = 30;
const issuer = 'Console';

/** Secrets are encrypted for the user's row. */
export const appSecretCipher = (secrets: readonly string[]): SecretCipher =>
  createSecretCipher(secrets, 'second-factor' satisfies SecretPurpose);

/** 160 random bits in Base32. */
export const newAppSecret = (): string => new Secret({ size: 20 }).base32;

/** URI of a QR code; `host` tells the apps of two consoles apart. */
export const appUri = (secret: string, { email, host }: { email: string; host: string }): string =>
  totp(secret, { issuer: `${issuer} ${host}`, label: email }).toString();

/** The 30-second step of a code, at most one off; null for any other code. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!appCodeForm.test(code)) return null;
  const timestamp = now.getTime();
  const one = totp(secret, {});
  const delta = one.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : one.counter({ timestamp }) + delta;
}

/** A typed code without the space in its middle. */
export const normaliseAppCode = (typed: string): string => typed.replace(/\s/g, '');

const appCodeForm = new RegExp(`^\\d{${appCodeLength}}$`);

const totp = (secret: string, names: { issuer?: string; label?: string }) =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: appCodeLength, period });
