import type { FieldProblem } from '../errors.ts';

/** Rules for text from users, in bodies, forms and files. */

const lineBreak = /[\n\r\u2028\u2029]/;
const control = /\p{Cc}/u;
// These characters reorder the text after them, which is then displayed as another text (U+202A to U+202E, U+2066 to U+2069).
const bidiControl = /[\u202A-\u202E\u2066-\u2069]/;

/** Problem of a text, null if valid. Line breaks need `multiline`. Joiners (U+200C, U+200D) are allowed for some scripts and emoji. */
export function textProblem(text: string, { multiline = false } = {}): FieldProblem | null {
  if (!text.isWellFormed()) return { code: 'FORMAT', message: 'must be valid Unicode text' };
  if (!multiline && lineBreak.test(text)) return { code: 'FORMAT', message: 'must not contain line breaks' };
  if (control.test(text.replace(/[\n\r]/g, '')))
    return { code: 'FORMAT', message: 'must not contain control characters' };
  return bidiControl.test(text)
    ? { code: 'FORMAT', message: 'must not contain characters that change the text direction' }
    : null;
}

/** Problem of a name that email programs would turn into a link; null if valid. */
export const nameProblem = (name: string): FieldProblem | null =>
  /:\/\/|www\./i.test(name) ? { code: 'FORMAT', message: 'must not contain :// or www.' } : null;

/** Direction marks and zero-width characters: with them two different names look equal. */
const invisible =
  /\u034F|[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]/gu;
const unjoined =
  '\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Hebrew}\\p{Script=Armenian}\\p{Script=Georgian}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Nd}\\p{P}\\s';
/** Joiners next to characters that are never joined. Some scripts and emoji need joiners between their characters. */
const idleJoiner = new RegExp(
  // Starting in the middle of joiners as well would take quadratic time.
  `(?<=^|[${unjoined}])[\\u200C\\u200D]+|(?<![\\u200C\\u200D])[\\u200C\\u200D]+(?=$|[${unjoined}])`,
  'gu',
);

/** A name as it is entered, trimmed and without invisible characters. */
export const visibleName = (text: string): string => text.replace(invisible, '').replace(idleJoiner, '').trim();

/** A number as stored: copied text with plain digits, spaces and hyphens, without invisible characters. */
export const plainNumber = (text: string): string =>
  normalise(text, 'NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/\p{Pd}|\u2212/gu, '-')
    .trim();

// Characters with which two different emails look the same.
const unclear = /[\p{Cf}\p{Default_Ignorable_Code_Point}\uFF01-\uFF60\uFFE0-\uFFE6]/u;

/** Problem of an email with an invisible or full-width character, which the text names; null if there is none. */
export function emailCharacterProblem(email: string): FieldProblem | null {
  const [character] = unclear.exec(email) ?? [];
  if (character === undefined) return null;
  const code = `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
  return /[\uFF01-\uFFE6]/.test(character)
    ? { code: 'FORMAT', message: `must not contain the full-width character ${character} (${code})` }
    : { code: 'FORMAT', message: `must not contain the invisible character ${code}` };
}

/** Problem of a value that is used unchanged, such as a password or a search; null if the database can store it. */
export function verbatimTextProblem(value: string): FieldProblem | null {
  if (!value.isWellFormed()) return { code: 'FORMAT', message: 'must be valid Unicode text' };
  return value.includes('\u0000') ? { code: 'FORMAT', message: 'must not contain control characters' } : null;
}

/** More marks on one letter than in any language (Unicode Standard Annex 15, Stream-Safe Text Format). */
const tooManyMarks = /[\p{M}\uFF9E\uFF9F]{31}/u;

/** A text with too many marks stays as it is, because sorting them takes quadratic time. */
const normalise = (text: string, form: 'NFC' | 'NFKC'): string =>
  tooManyMarks.test(text) ? text : text.normalize(form);

/** A text as stored (NFC), so that the same letters from any keyboard are equal. */
export const normaliseText = (text: string): string => normalise(text, 'NFC');

/** A password as compared and hashed (NFKC, RFC 8265 and NIST SP 800-63B). */
export const normalisePassword = (password: string): string => normalise(password, 'NFKC');
