import { meetsPasswordPolicy } from '@console/contract/password-rules';
import { expect, test } from 'vitest';
import { newPasswordChecks, passwordRules } from './passwordRules.ts';

const newPassword = 'Pässwörd1!x';

test.for([
  ['', 5],
  ['Aa1!aaaa', 1],
  ['aaaaaa1!a', 1],
  ['AAAAAA1!A', 1],
  ['Aaaaaaa!a', 1],
  ['Aaaaaaa1a', 1],
  ['Aaaaaa1!a', 0],
  ['Ünïcödé 9', 0],
  ['Ünïcödé 9'.normalize('NFD'), 0],
  ['Aa1aaaae\u0301', 2],
  [`Aa1!${'a'.repeat(252)}`, 0],
  [`Aa1!${'a'.repeat(253)}`, 1],
] as const)(
  'RESET-10 CONST-1 %j misses %i rules, and none of them exactly when it meets the policy',
  ([password, missing]) => {
    expect(passwordRules.filter(({ isMet }) => !isMet(password))).toHaveLength(missing);
    expect(meetsPasswordPolicy(password)).toBe(missing === 0);
  },
);

test('RESET-8 PWD-2 two passwords that differ have the message of their form', () => {
  const both = { password: 'Welcome#2026', passwordConfirmation: 'Welcome#2027' };
  expect(newPasswordChecks('they differ').passwordConfirmation('Welcome#2027', both)).toBe('they differ');
  expect(newPasswordChecks('they differ').passwordConfirmation('Welcome#2026', both)).toBeNull();
});

test('RESET-8 PWD-2 SECURITY-4.4 the composed and the decomposed form of a password are the same', () => {
  const [password, passwordConfirmation] = [newPassword.normalize('NFC'), newPassword.normalize('NFD')];
  const checks = newPasswordChecks('they differ');
  expect(checks.passwordConfirmation(passwordConfirmation, { password, passwordConfirmation })).toBeNull();
});
