import { normalisePassword } from '@console/contract/text-rules';
import { dictionary } from '@zxcvbn-ts/language-common';

const lookAlikes: Record<string, string> = { '@': 'a', $: 's' };

// What is left without capitals and special characters, which people add because they have to.
const bare = (password: string): string =>
  normalisePassword(password)
    .toLowerCase()
    .replace(/[@$](?=[@$]*\p{L})/gu, (sign) => lookAlikes[sign] ?? '')
    .replace(/[^\p{L}\p{N}]/gu, '');

const common = new Set(dictionary['passwords-common'].map(bare));

/**
 * Whether a password is one of the 49,000 that people use most. Seven of these meet the policy as they stand, so that what the policy asks for is left
 * out of the comparison: `Password1!` and `P@ssw0rd1` are as common as `password1` and `passw0rd1`.
 */
export const isCommonPassword = (password: string): boolean => common.has(bare(password));
