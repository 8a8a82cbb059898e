import { createSecretCipher, type SecretCipher } from '../core/base/secret-cipher.ts';
import type { SecretPurpose } from '../core/database/table.ts';

/** The cipher of the client secrets of organisations. */
export const ssoCipher = (secrets: readonly string[]): SecretCipher =>
  createSecretCipher(secrets, 'sso' satisfies SecretPurpose);
