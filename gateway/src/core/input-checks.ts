import type { FieldProblem } from '@console/contract/errors';
import { requiredProblem, tooLongProblem } from '@console/contract/fields/field-problem';
import { textProblem } from '@console/contract/fields/text-rules';
import { emailProblem } from '@console/contract/fields/user-rules';
import { maxLength } from '@console/contract/rules';
import { type FieldError, failure, invalid } from '../base/errors.ts';

export type Problem = FieldError | null;

export const at = (path: string, problem: FieldProblem | null): Problem => problem && { path, ...problem };

export function assertValid(...checks: readonly Problem[]): void {
  const problems = checks.filter((check) => check !== null);
  if (problems.length > 0) throw invalid(problems);
}

/** Throws INVALID with the specification's messages, which do not name a field. */
export function assertValidWithSpecTexts(...checks: readonly Problem[]): void {
  const fields = checks.filter((check) => check !== null);
  if (fields.length > 0) throw failure('INVALID', fields.map(({ message }) => message).join('\n'), { fields });
}

export const checkRequired = (path: string, value: string, problem: FieldProblem = requiredProblem): Problem =>
  value.trim() === '' ? { path, ...problem } : null;

/** Requires 1 to `limit` characters. */
export const checkText = (path: string, value: string, limit: number): Problem =>
  checkRequired(path, value) ?? (Array.from(value).length > limit ? { path, ...tooLongProblem(limit) } : null);

/** Like `checkText`, for one line of readable characters, such as a name. */
export const checkName = (path: string, name: string, limit: number): Problem =>
  checkText(path, name, limit) ?? at(path, textProblem(name));

/** Like `checkText`, for a new email. */
export const checkNewEmail = (path: string, value: string): Problem =>
  checkRequired(path, value) ?? at(path, emailProblem(value.trim()));

/** Checks only the form: whether the address exists is for mail servers to decide. */
export const checkEmail = (path: string, value: string): Problem => {
  const text = value.trim();
  const looksLikeOne = text.length <= maxLength.email && /^[^\s@]+@[^\s@]+$/.test(text);
  return (
    checkRequired(path, value) ?? (looksLikeOne ? null : { path, code: 'FORMAT', message: 'must be an email address' })
  );
};
