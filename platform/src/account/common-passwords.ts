import { normalisePassword } from '@console/contract/fields/text-rules';
import { dictionary } from '@zxcvbn-ts/language-common';

const lookAlikes: Record<string, string> = { '@': 'a', $: 's' };

/** A text without capitals and special characters: people add them because a policy requires them, and they make no password less common. */
export const bare = (password: string): string =>
  normalisePassword(password)
    .toLowerCase()
    .replace(/[@$](?=[@$]*\p{L})/gu, (sign) => lookAlikes[sign] ?? '')
    .replace(/[^\p{L}\p{N}]/gu, '');

// Created on first use: at the start it would take a twentieth of the CPU time.
let common: Set<string> | undefined;

/** Whether a password is one of the 49,000 most common ones, compared without what the policy asks for: `Password1!` is as common as `password1`. */
export const isCommonPassword = (password: string): boolean => {
  common ??= new Set(dictionary['passwords-common'].map(bare));
  return common.has(bare(password));
};
