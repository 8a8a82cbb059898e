import { meetsPasswordPolicy } from '@console/contract/password-rules';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { demoPassword } from '../demo/sign-ins.ts';
import { isCommonPassword } from './common-passwords.ts';

test.each([
  'Password1!',
  'pASSWORD1!',
  'P@ssw0rd1',
  'P@$$w0rd1',
  'Passw0rd!',
  '!Qwerty123',
  'Qwerty 123',
  'Welcome@123',
  'Admin#123',
  'Sasha_007',
])(
  'SECURITY-3.6 SECURITY-T11 %j meets the policy and is common, whatever its capitals and special characters',
  (password) => {
    expect([meetsPasswordPolicy(password), isCommonPassword(password)]).toEqual([true, true]);
  },
);

test.each([
  demoPassword,
  'Passw0rd!x',
  'An0ther-one',
  'Brand-new-passw0rd',
  'Correct horse 7 battery staple',
  'Пароль-длинный-7',
])('SECURITY-3.6 %j is not common', (password) => {
  expect([meetsPasswordPolicy(password), isCommonPassword(password)]).toEqual([true, false]);
});

test('SECURITY-T11 more than 3,000 common passwords that meet the policy are refused', () => {
  const passing = dictionary['passwords-common']
    .map((password) => password.replace(/\p{L}/u, (first) => first.toUpperCase()))
    .map((password) => `${password}!`)
    .filter(meetsPasswordPolicy);
  expect(passing.length).toBeGreaterThan(3_000);
  expect(passing.filter((password) => !isCommonPassword(password))).toEqual([]);
});
