import { expect, test } from 'vitest';
import { isEmail, profileFields, type UserFields, validateUser } from './user-rules.ts';

const fields = [...profileFields, 'email', 'role', 'dept_lead'] as const;
const good: UserFields = {
  firstname: 'Ada',
  lastname: 'Lovelace',
  email: 'ada@demo.example',
  designation: 'Engineer',
  supervisor: 'boss@demo.example',
  department_name: 'InfoSec',
  role: 'AUDITEE',
};

test('USER-22 USER-23 missing fields are required, except country code and mobile', () => {
  expect(validateUser(good, { fields, callerRole: 'ORGANISER' })).toEqual({});
  const required = { code: 'REQUIRED', message: 'required' };
  expect(validateUser({ mobile: ' ', firstname: '  ' }, { fields, callerRole: 'ORGANISER' })).toEqual({
    firstname: required,
    lastname: required,
    email: required,
    designation: required,
    supervisor: required,
    department_name: required,
    role: required,
  });
});

test('USER-26 USER-27 a role above one’s own is refused, one’s own and those below are not', () => {
  const problemOf = (role: UserFields['role']) =>
    validateUser({ ...good, role }, { fields, callerRole: 'ORGANISER' }).role;
  const above = { code: 'NOT_ALLOWED', message: 'is above your own' };
  expect([problemOf('ADMINISTRATOR'), problemOf('ARCHITECT')]).toEqual([above, above]);
  expect([problemOf('ORGANISER'), problemOf('ASSESSOR'), problemOf('AUDITEE')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(problemOf(null)).toEqual({ code: 'UNKNOWN', message: 'is unknown' });
});

test('USER-28 USER-29 only an Auditee leads a department', () => {
  const problemOf = (role: UserFields['role']) =>
    validateUser({ ...good, role, dept_lead: true }, { fields, callerRole: 'ORGANISER' }).dept_lead;
  expect([problemOf('AUDITEE'), problemOf('ASSESSOR')]).toEqual([
    undefined,
    { code: 'NOT_ALLOWED', message: 'is for Auditees only' },
  ]);
});

test('USER-23 a mobile number has digits, spaces and hyphens only', () => {
  const problemOf = (mobile: string) => validateUser({ mobile }, { fields: ['mobile'] }).mobile;
  expect(['98 200-11223', '7', '９８', ' ', ''].map(problemOf)).toEqual(Array(5).fill(undefined));
  const wrong = { code: 'FORMAT', message: 'must contain only digits, spaces and hyphens' };
  expect(['-', '- -', '+91 98', 'x1', '٩٨'].map(problemOf)).toEqual([wrong, wrong, wrong, wrong, wrong]);
});

test('OPEN-62 lengths count characters, not code units, and only the fields of the form are checked', () => {
  expect(validateUser({ ...good, firstname: '😀'.repeat(50) }, { fields })).toEqual({});
  expect(validateUser({ ...good, firstname: '😀'.repeat(51) }, { fields })).toEqual({
    firstname: { code: 'TOO_LONG', message: 'must have at most 50 characters' },
  });
  expect(validateUser({}, { fields: ['mobile'] })).toEqual({});
});

test.each([
  ['ada@demo.example', true],
  ['ada+x@sub.demo.example', true],
  ["o'brien@demo.example", true],
  ['ada@demo', false],
  ['ada@@demo.example', false],
  ['ada@demo.example,eve@evil.example', false],
  ['<ada@demo.example>', false],
  ['ada@demo.example\r\nbcc: eve@evil.example', false],
  [`${'a'.repeat(250)}@demo.example`, false],
])('USER-22 %j as an email: %s', (text, taken) => {
  expect(isEmail(text)).toBe(taken);
});

test.each([
  ['erased-613@erased.invalid', true],
  ['ADA@Erased.INVALID  ', true],
  ['ada@mail.erased.invalid', true],
  ['ada@not-erased.invalid', false],
  ['ada@erased.invalid.example', false],
  ['erased.invalid@demo.example', false],
])('PRIVACY-33 %j is an address of erased.invalid: %s', (email, isRefused) => {
  const problem = { code: 'NOT_ALLOWED', message: 'cannot be an address of erased.invalid' };
  const problems = isRefused ? { email: problem, supervisor: problem } : {};
  expect(validateUser({ email, supervisor: email }, { fields: ['email', 'supervisor'] })).toEqual(problems);
});
