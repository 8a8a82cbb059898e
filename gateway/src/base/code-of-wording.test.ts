import type { FieldErrorCode } from '@console/contract/errors';
import { texts } from '@console/contract/rules';
import { expect, test } from 'vitest';
import { codeOfWording } from './code-of-wording.ts';

const { field, password, organisations } = texts;

// Wordings of Rails and of the specification, which stay as they are.
test.each<[FieldErrorCode, string[]]>([
  ['REQUIRED', [field.required, password.required, password.confirmRequired, organisations.ceoRequired]],
  ['REQUIRED', [organisations.enterEmail, "can't be blank", 'is empty']],
  ['TOO_LONG', ['must have at most 255 characters', 'is too long (maximum is 255 characters)']],
  ['TOO_SHORT', ['is too short (minimum is 9 characters)', 'must have at least 9 characters']],
  ['FORMAT', ['must be an email address', 'must be a dialling code such as +91', password.policy, 'is invalid']],
  ['FORMAT', ['must be an http or https address', organisations.invalidEmail, 'is of the wrong kind']],
  ['FORMAT', [password.mismatch, password.changeMismatch, 'must be a moment', 'must be one line of text']],
  ['TAKEN', ['is taken', 'has already been taken', 'is in row 3 already', 'is held by another user']],
  ['TAKEN', [organisations.duplicateUser('CEO'), 'is given twice']],
  ['UNKNOWN', ['is unknown', 'must be one of open, closed']],
  ['NOT_ALLOWED', ['is above your own', 'is too common, choose another one', 'is too close to your name']],
  ['NOT_ALLOWED', ['belongs to the inviting organisation', 'must be an active user of this organisation']],
  ['NOT_ALLOWED', ['is your own: another user has to change it']],
  ['OTHER', ['Nope']],
])('GQL-12 the code of a message that comes without one is %s for %j', (code, messages) => {
  expect(messages.map(codeOfWording)).toEqual(messages.map(() => code));
});
