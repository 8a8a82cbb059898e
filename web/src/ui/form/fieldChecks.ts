import { emailSpellingProblem } from '@console/contract/fields/domain-rules';
import { enteredText } from '@console/contract/fields/field';
import { texts } from '@console/contract/rules';
import { tooLongMessage } from './textLength.ts';

/** Checks that a text is present, if required, and at most `most` characters long. */
export const textCheck =
  (most: number, { required = true }: { required?: boolean } = {}) =>
  (value: string | null): string | null => {
    const typed = value?.trim() ?? '';
    return required && typed === '' ? texts.field.required : tooLongMessage(typed, most);
  };

/** Rejects only obvious mistakes; the server is stricter. */
export const isEmailLike = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim());

/** Checks an email address. */
export const emailCheck =
  (most: number) =>
  (value: string): string | null =>
    textCheck(most)(value) ??
    emailSpellingProblem(value.trim())?.message ??
    (isEmailLike(value) ? null : 'must be an email address');

/** Checks a phone number, which is optional. */
export const mobileCheck =
  (most: number) =>
  (value: string): string | null => {
    const typed = enteredText({ format: 'mobile' }, value);
    return (
      textCheck(most, { required: false })(typed) ??
      (typed === '' || /^[\s-]*\d[\d\s-]*$/.test(typed) ? null : 'must contain only digits, spaces and hyphens')
    );
  };
