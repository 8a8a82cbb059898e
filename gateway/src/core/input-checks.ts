import { maxLength, texts } from '@console/contract/rules';
import { type FieldError, failure, invalid } from '../base/errors.ts';

/** A problem of one input field; null when there is none. */
export type Check = FieldError | null;

/** Throws INVALID with all problems. */
export function refuseFaulty(...checks: readonly Check[]): void {
  const problems = checks.filter((check) => check !== null);
  if (problems.length > 0) throw invalid(problems);
}

/** Throws INVALID with the messages of the specification, which do not name a field. */
export function refuseSaid(...checks: readonly Check[]): void {
  const fields = checks.filter((check) => check !== null);
  if (fields.length > 0) throw failure('INVALID', fields.map(({ message }) => message).join('\n'), { fields });
}

export const required = (path: string, value: string, message: string = texts.field.required): Check =>
  value.trim() === '' ? { path, message } : null;

/** A text that is not empty and has at most `limit` characters. */
export const textFault = (path: string, value: string, limit: number): Check =>
  required(path, value) ??
  (Array.from(value).length > limit ? { path, message: `must have at most ${limit} characters` } : null);

/** Checks only the form: whether the address exists is for mail servers to decide. */
export const email = (path: string, value: string): Check => {
  const text = value.trim();
  const looksLikeOne = text.length <= maxLength.email && /^[^\s@]+@[^\s@]+$/.test(text);
  return required(path, value) ?? (looksLikeOne ? null : { path, message: 'must be an email address' });
};
