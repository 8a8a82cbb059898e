import { texts } from '@console/contract/rules';
import { tooLong } from './textLength.ts';

/** The check of a form's line of text: that it is there, where it must be, and not too long. */
export const textCheck =
  (most: number, { required = true }: { required?: boolean } = {}) =>
  (value: string | null): string | null => {
    const typed = value?.trim() ?? '';
    return required && typed === '' ? texts.field.required : tooLong(typed, most);
  };

/** What is plainly no email; the server is stricter. */
export const isEmailLike = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim());

/** The same for an email. */
export const emailCheck =
  (most: number) =>
  (value: string): string | null =>
    textCheck(most)(value) ?? (isEmailLike(value) ? null : 'must be an email address');

/** The same for a number, which may be left out. */
export const mobileCheck =
  (most: number) =>
  (value: string): string | null =>
    textCheck(most, { required: false })(value) ??
    (value.trim() === '' || /^[\s-]*\d[\d\s-]*$/.test(value) ? null : 'must be digits, spaces and hyphens');
