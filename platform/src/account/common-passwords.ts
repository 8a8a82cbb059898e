import { normalisePassword } from '@console/contract/fields/text-rules';
import { dictionary } from '@zxcvbn-ts/language-common';

const lookAlikes: Record<string, string> = { '@': 'a', $: 's' };

/** Ignores capitals and special characters: people add them because a policy requires them, and they make no password less common. */
export const bare = (password: string): string =>
  normalisePassword(password)
    .toLowerCase()
    .replace(/[@$](?=[@$]*\p{L})/gu, (sign) => lookAlikes[sign] ?? '')
    .replace(/[^\p{L}\p{N}]/gu, '');

// Created on first use: at the start it would take a twentieth of the CPU time.
let common: Set<string> | undefined;

/** Whether a password, without the characters that the policy requires, is among the 49,000 most common: `Password1!` counts as `password1`. */
export const isCommonPassword = (password: string): boolean => {
  common ??= new Set(dictionary['passwords-common'].map(bare));
  return common.has(bare(password));
};
