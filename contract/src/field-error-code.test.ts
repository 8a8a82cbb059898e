import { expect, test } from 'vitest';
import type { FieldErrorCode } from './errors.ts';
import { fieldErrorCodeOf } from './field-error-code.ts';
import { validateOrganisation } from './organisation-rules.ts';
import { texts } from './rules.ts';
import { validateUser } from './user-rules.ts';

const { field, password, organisations } = texts;
const user = { firstname: '', lastname: 'x'.repeat(300), email: 'no', mobile: 'x', role: null, country_code: '1' };
const userProblems = validateUser(user, {
  fields: ['firstname', 'lastname', 'email', 'mobile', 'role', 'country_code'],
  callerRole: 'ORGANISER',
});
const organisationProblems = validateOrganisation({ website: 'no', email_domain: 'no', pin: 'x'.repeat(21) });
const aboveOwn = validateUser({ role: 'ADMINISTRATOR' }, { fields: ['role'], callerRole: 'ORGANISER' });

test.each<[FieldErrorCode, (string | undefined)[]]>([
  ['REQUIRED', [field.required, password.required, password.confirmRequired, organisations.ceoRequired]],
  ['REQUIRED', [userProblems.firstname, organisationProblems.brandname, organisations.enterEmail, "can't be blank"]],
  ['TOO_LONG', [userProblems.lastname, organisationProblems.pin, 'is too long (maximum is 255 characters)']],
  ['TOO_SHORT', ['is too short (minimum is 9 characters)', 'must have at least 9 characters']],
  ['FORMAT', [userProblems.email, userProblems.mobile, userProblems.country_code, password.policy, 'is invalid']],
  ['FORMAT', [organisationProblems.website, organisationProblems.email_domain, organisations.invalidEmail]],
  ['FORMAT', [password.mismatch, password.changeMismatch, 'must be a moment', 'must be one line of text']],
  ['TAKEN', ['is taken', 'has already been taken', 'is in row 3 already', 'is held by another user']],
  ['TAKEN', [organisations.duplicateUser('CEO'), 'is given twice']],
  ['UNKNOWN', [userProblems.role, 'must be one of open, closed']],
  [
    'NOT_ALLOWED',
    [
      aboveOwn.role,
      'is too common, choose another one',
      'is too close to your name',
      'belongs to the inviting organisation',
    ],
  ],
  ['NOT_ALLOWED', ['must be an active user of this organisation', 'is your own: another user has to change it']],
  ['OTHER', ['Nope']],
])('GQL-12 the reason of a field is %s for %j', (code, messages) => {
  expect(messages.map((message) => fieldErrorCodeOf(message ?? ''))).toEqual(messages.map(() => code));
});
