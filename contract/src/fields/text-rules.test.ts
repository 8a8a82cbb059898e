import { expect, test } from 'vitest';
import { meetsPasswordPolicy } from '../password-rules.ts';
import { cpuMsOf } from '../testing/cpu-time.ts';
import { requiredProblem } from './field-problem.ts';
import { validateOrganisation } from './organisation-rules.ts';
import {
  emailCharacterProblem,
  nameProblem,
  normalisePassword,
  normaliseText,
  plainNumber,
  textProblem,
  verbatimTextProblem,
  visibleName,
} from './text-rules.ts';
import { validateUser } from './user-rules.ts';

const format = (message: string) => ({ code: 'FORMAT', message });
const direction = 'must not contain characters that change the text direction';

test.each([
  ['a lone surrogate', 'a\uD800b', 'must be valid Unicode text'],
  ['a NUL', 'a\u0000b', 'must not contain control characters'],
  ['a tab', 'a\tb', 'must not contain control characters'],
  ['a control character above ASCII', 'a\u0085b', 'must not contain control characters'],
  ['a line break', 'a\nb', 'must not contain line breaks'],
  ['a line separator', 'a\u2028b', 'must not contain line breaks'],
  ['an override of direction', 'a\u202Eb', direction],
  ['an isolate', 'a\u2066b', direction],
])('SPEC-5 a text with %s is refused', (_name, text, problem) => {
  expect(textProblem(text)).toEqual(format(problem));
});

test('SPEC-5 joiners, marks and letters of any script are allowed, and line breaks in fields of several lines', () => {
  for (const text of ['', 'नमस्ते', 'क्‍ष', 'می‌خواهم', '👩‍💻', 'שלום\u200F', 'Zoë'.normalize('NFD')])
    expect(textProblem(text)).toBeNull();
  expect(textProblem('1 Road\r\nTown\nLand', { multiline: true })).toBeNull();
  expect(textProblem('1 Road\tTown', { multiline: true })).toEqual(format('must not contain control characters'));
  expect(textProblem('1 Road\n\u202ETown', { multiline: true })).toEqual(format(direction));
});

test('SPEC-5 a value that is used unchanged only has to be storable', () => {
  expect(verbatimTextProblem('tab\tand \u202E')).toBeNull();
  expect(verbatimTextProblem('\uDC00')).toEqual(format('must be valid Unicode text'));
  expect(verbatimTextProblem('\u0000')).toEqual(format('must not contain control characters'));
});

test('SPEC-5 the rules for text apply to each field of users and organisations', () => {
  const user = { firstname: 'a\tb', lastname: 'a\uD800', designation: 'a\u202Eb' };
  expect(validateUser(user, { fields: ['firstname', 'lastname', 'designation'] })).toEqual({
    firstname: format('must not contain control characters'),
    lastname: format('must be valid Unicode text'),
    designation: format(direction),
  });
  const problems = validateOrganisation({ brandname: 'a\u0007b', city: 'a\nb', registered_address: 'a\nb' });
  expect(problems).toMatchObject({
    brandname: format('must not contain control characters'),
    city: format('must not contain line breaks'),
  });
  expect(problems.registered_address).toBeUndefined();
  expect(validateOrganisation({ registered_address: 'a\u2067b' }).registered_address).toEqual(format(direction));
});

test('SPEC-5 texts are stored in NFC, and passwords compared and measured in NFKC', () => {
  expect(normaliseText('Zoe\u0308 ﬁ')).toBe('Zo\u00EB ﬁ');
  expect(normalisePassword('Zoe\u0308 ﬁ')).toBe('Zo\u00EB fi');
  // Nine characters in NFD, eight as they are compared.
  expect(meetsPasswordPolicy('Abcde1!e\u0301')).toBe(false);
  expect(meetsPasswordPolicy('Abcdef1!e\u0301')).toBe(true);
});

test.each([
  ['https://evil.example', 'must not contain :// or www.'],
  ['WWW.evil.example', 'must not contain :// or www.'],
  ['St. John & Co. (www)', null],
])('CASES-23 the name %s: %s', (name, problem) => {
  expect(nameProblem(name)).toEqual(problem && format(problem));
});

test.each([
  ['a\u200Bb@a.example', 'must not contain the invisible character U+200B'],
  ['a\u200Db@a.example', 'must not contain the invisible character U+200D'],
  ['a\u00ADb@a.example', 'must not contain the invisible character U+00AD'],
  ['\uFF21@a.example', 'must not contain the full-width character \uFF21 (U+FF21)'],
  ['jos\u00E9@a.example', null],
])('CASES-23 the email %j: %s', (email, problem) => {
  expect(emailCharacterProblem(email)).toEqual(problem && format(problem));
});

test('CASES-23 a stored name stays valid, a new one is refused', () => {
  const fields = ['firstname', 'lastname'] as const;
  const user = { firstname: 'www.a.example', lastname: 'https://a.example' };
  const problem = format('must not contain :// or www.');
  expect(validateUser(user, { fields })).toEqual({ firstname: problem, lastname: problem });
  expect(validateUser(user, { fields, stored: { lastname: user.lastname } })).toEqual({ firstname: problem });
  const { brandname, legalname } = validateOrganisation(
    { brandname: 'www.a', legalname: 'www.b' },
    { legalname: 'www.b' },
  );
  expect([brandname, legalname]).toEqual([problem, undefined]);
});

test.each([
  ['A\u200Bda', 'Ada'],
  ['\uFEFF\u202AAda\u202C \u200E', 'Ada'],
  ['A\u200Dd\u200Ca\u200D', 'Ada'],
  ['Ad\u00ADa \u2066Quill\u2069', 'Ada Quill'],
  ['\u3164\u200B', ''],
  ['क्\u200Dष', 'क्\u200Dष'],
  ['می\u200Cخواهم\u200C', 'می\u200Cخواهم'],
  ['👩\u200D💻 Ada', '👩\u200D💻 Ada'],
])('BULK-20 the name %j is %j', (typed, name) => {
  expect(visibleName(typed)).toBe(name);
  const problem = name ? undefined : requiredProblem;
  expect(validateUser({ firstname: typed }, { fields: ['firstname'] }).firstname).toEqual(problem);
  expect(validateOrganisation({ brandname: typed }).brandname).toEqual(problem);
});

test('BULK-17 a number that was copied has plain digits, spaces and hyphens', () => {
  expect(plainNumber('\u202A４９\u00A030\u2011５５\u202C ')).toBe('49 30-55');
  expect(validateUser({ mobile: '06\u202F555' }, { fields: ['mobile'] })).toEqual({});
});

test('PARSE-7 a text with more marks on one letter than any language has stays as it is', () => {
  const unsorted = (pairs: number, high = '\u0301') => `a${`${high}\u0327`.repeat(pairs)}`;
  for (const normalised of [normaliseText, normalisePassword, plainNumber]) {
    expect(normalised(unsorted(15))).not.toBe(unsorted(15));
    expect(normalised(unsorted(16))).toBe(unsorted(16));
  }
  expect(normalisePassword(unsorted(16, '\uFF9E'))).toBe(unsorted(16, '\uFF9E'));
});

test('PARSE-8 a name of joiners takes time in proportion to its length', async () => {
  const name = `ب${'\u200C'.repeat(40_000)}ب`;
  expect(await cpuMsOf(() => expect(visibleName(name)).toBe(name))).toBeLessThan(1_000);
});
