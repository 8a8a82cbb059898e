import { createSecretCipher, type SecretCipher } from '../core/base/secret-cipher.ts';
import type { SecretPurpose } from '../core/database/table.ts';

export const ssoCipher = (secrets: readonly string[]): SecretCipher =>
  createSecretCipher(secrets, 'sso' satisfies SecretPurpose);
