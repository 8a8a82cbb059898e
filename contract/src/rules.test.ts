import { expect, test } from 'vitest';
import { meetsPasswordPolicy, passwordMinLength } from './password-rules.ts';
import * as rules from './rules.ts';

test('CONST-1 passwords have at least 9 characters, passcodes 4, with a cooldown of 30 s', () => {
  expect(passwordMinLength).toBe(9);
  expect(rules.otpLength).toBe(4);
  expect(rules.otpResendSeconds).toBe(30);
});

test('CONST-2 -1 and null both read No Limit, other limits as their number; +91 is the default country code', () => {
  expect([-1, null, undefined, 5, 1200].map((limit) => rules.userLimitText(limit))).toEqual([
    'No Limit',
    'No Limit',
    'No Limit',
    '5',
    '1200',
  ]);
  expect(rules.defaultCountryCode).toBe('+91');
});

test('MSG-11 MSG-12 MSG-13 MSG-26 MSG-28 the texts of passwords, fields and dropdowns are those of the specification', () => {
  const { password, field, dropdown, submitted } = rules.texts;
  expect([...Object.values(password), submitted]).toEqual([
    'Password is required',
    'Confirm Password is required',
    'Password and confirm password is not matching',
    'Password is not matching the policy',
    'Password Missmatch',
    'Password Changed Successfully',
    'Password Reset link sent!',
    'Submission Successful',
  ]);
  expect(Object.values(field)).toEqual(['required', 'Optional']);
  expect(Object.values(dropdown)).toEqual([
    'No options',
    'Loading\u2026',
    'Clear',
    'Open',
    'Close',
    'No Matching Result',
  ]);
});

test('CONST-5 CONST-6 the default department is InfoSec; bulk uploads are CSV', () => {
  expect(rules.defaultDepartment).toBe('InfoSec');
  expect(rules.bulkUploadFileExtension).toBe('.csv');
});

test('the password policy requires nine characters of all four kinds, and accepts any alphabet', () => {
  const refused = [
    'Welco#26',
    'welcome#2026',
    'WELCOME#2026',
    'Welcome#abcd',
    'Welcome12026',
    `Aa1#${'x'.repeat(253)}`,
  ];
  const accepted = ['Welcome#2', 'Welcome 2', 'Ärger-über9', 'Пароль-2026'];
  expect(refused.filter(meetsPasswordPolicy)).toEqual([]);
  expect(accepted.filter(meetsPasswordPolicy)).toEqual(accepted);
});

test('OPEN-10 passcodes consist of 32 different symbols without look-alikes', () => {
  expect(new Set(rules.otpAlphabet).size).toBe(32);
  expect(rules.otpAlphabet).not.toMatch(/[ILOU]/);
});
