import { maxLength, texts } from '@console/contract/rules';
import { type FieldError, failure, invalid } from '../base/errors.ts';

/** What is wrong with an input before it is sent, field by field. */
export type Check = FieldError | null;

/** Throws INVALID with everything that is wrong. */
export function refuseFaulty(...checks: readonly Check[]): void {
  const faults = checks.filter((check) => check !== null);
  if (faults.length > 0) throw invalid(faults);
}

/** Throws INVALID in the product's own sentences, which name no field. */
export function refuseSaid(...checks: readonly Check[]): void {
  const fields = checks.filter((check) => check !== null);
  if (fields.length > 0) throw failure('INVALID', fields.map(({ message }) => message).join('\n'), { fields });
}

/** A text that must have something in it. */
export const required = (path: string, value: string, message: string = texts.field.required): Check =>
  value.trim() === '' ? { path, message } : null;

/** A text with something in it, of at most so many characters. */
export const textFault = (path: string, value: string, most: number): Check =>
  required(path, value) ??
  (Array.from(value).length > most ? { path, message: `must have at most ${most} characters` } : null);

/** Something before and behind an @: whether it exists is for mail servers to say. */
export const email = (path: string, value: string): Check => {
  const text = value.trim();
  const looksLikeOne = text.length <= maxLength.email && /^[^\s@]+@[^\s@]+$/.test(text);
  return required(path, value) ?? (looksLikeOne ? null : { path, message: 'must be an email address' });
};
