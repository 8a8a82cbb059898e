import { randomBytes } from 'node:crypto';
import { createSecretCipher, type SecretCipher } from '../core/base/secret-cipher.ts';
import type { SecretPurpose } from '../core/database/table.ts';

const secretBytes = 32;

/** The cipher of the secrets of webhooks. */
export const webhookCipher = (secrets: readonly string[]): SecretCipher =>
  createSecretCipher(secrets, 'webhook' satisfies SecretPurpose);

/** A new secret as Standard Webhooks writes it. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;
