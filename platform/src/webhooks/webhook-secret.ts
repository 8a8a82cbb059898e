import { randomBytes } from 'node:crypto';
import { createSecretCipher, type SecretCipher } from '../core/base/secret-cipher.ts';
import type { SecretPurpose } from '../core/database/table.ts';

const secretBytes = 32;

export const webhookCipher = (secrets: readonly string[]): SecretCipher =>
  createSecretCipher(secrets, 'webhook' satisfies SecretPurpose);

/** A new secret in the format of Standard Webhooks. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;
