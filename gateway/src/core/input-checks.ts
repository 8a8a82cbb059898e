import { maxLength, texts } from '@console/contract/rules';
import { emailCharacterProblem, textProblem } from '@console/contract/text-rules';
import { type FieldError, failure, invalid } from '../base/errors.ts';

/** A problem of one input field; null when there is none. */
export type Problem = FieldError | null;

export function assertValid(...checks: readonly Problem[]): void {
  const problems = checks.filter((check) => check !== null);
  if (problems.length > 0) throw invalid(problems);
}

/** Throws INVALID with the messages of the specification, which do not name a field. */
export function assertValidWithSpecTexts(...checks: readonly Problem[]): void {
  const fields = checks.filter((check) => check !== null);
  if (fields.length > 0) throw failure('INVALID', fields.map(({ message }) => message).join('\n'), { fields });
}

export const checkRequired = (path: string, value: string, message: string = texts.field.required): Problem =>
  value.trim() === '' ? { path, message } : null;

/** A text that is not empty and has at most `limit` characters. */
export const checkText = (path: string, value: string, limit: number): Problem =>
  checkRequired(path, value) ??
  (Array.from(value).length > limit ? { path, message: `must have at most ${limit} characters` } : null);

/** The same for a name that people give, which is one line of readable characters. */
export function checkName(path: string, name: string, limit: number): Problem {
  const message = textProblem(name);
  return checkText(path, name, limit) ?? (message === null ? null : { path, message });
}

/** The same as checkText for an email that is new here: its characters must be clear. */
export function checkNewEmail(path: string, value: string): Problem {
  const message = emailCharacterProblem(value.trim());
  return message === null ? checkEmail(path, value) : { path, message };
}

/** Checks only the form: whether the address exists is for mail servers to decide. */
export const checkEmail = (path: string, value: string): Problem => {
  const text = value.trim();
  const looksLikeOne = text.length <= maxLength.email && /^[^\s@]+@[^\s@]+$/.test(text);
  return checkRequired(path, value) ?? (looksLikeOne ? null : { path, message: 'must be an email address' });
};
