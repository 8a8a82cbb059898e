import { asciiDomain } from './domain-rules.ts';

const digits = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Decodes a label after its `xn--` (RFC 3492); null if it is invalid. */
function decodeLabel(label: string): string | null {
  const split = label.lastIndexOf('-');
  const points = Array.from(label.slice(0, Math.max(split, 0)), (letter) => letter.charCodeAt(0));
  let [code, bias, place, at] = [128, 72, 0, split + 1];
  while (at < label.length) {
    const before = place;
    for (let [weight, base] = [1, 36]; ; base += 36) {
      const digit = digits.indexOf(label.charAt(at) || ' ');
      at += 1;
      if (digit < 0) return null;
      place += digit * weight;
      const least = Math.min(Math.max(base - bias, 1), 26);
      if (digit < least) break;
      weight *= 36 - least;
    }
    const length = points.length + 1;
    bias = nextBias(place - before, length, before === 0);
    code += Math.floor(place / length);
    if (code > 0x10_ff_ff) return null;
    place %= length;
    points.splice(place, 0, code);
    place += 1;
  }
  return String.fromCodePoint(...points);
}

function nextBias(distance: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(distance / (isFirst ? 700 : 2));
  rest += Math.floor(rest / length);
  let bias = 0;
  for (; rest > 455; bias += 36) rest = Math.floor(rest / 35);
  return bias + Math.floor((36 * rest) / (rest + 38));
}

/** Letters of a label that is shown decoded: of one script, or of the scripts in which one language is written. */
const scripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Malayalam',
  'Tamil',
  'Telugu',
  'Thai',
  'Hangul',
  'Han}\\p{Script=Hiragana}\\p{Script=Katakana',
].map((script) => new RegExp(`^[\\p{Script=${script}}\\p{Mn}\\p{Mc}\\d-]+$`, 'u'));

/** Letters that look like ASCII. A label of these alone is not shown decoded, as in browsers. */
const lookalikes = /^[асԁеһіјӏорԛѕԝхуъЬҽпгшωορνικτυαγӕɑіıǀ\d-]+$/u;
/** Latin letters that look like others, marks that are not part of a letter, and digits that are not ASCII. */
const unclear = /[ıĸŀŉſƖǀ-ǃɑɡɩ\u02b0-\u036f]|[^\P{Nd}\d]/u;

/** A label as browsers show it: decoded if all of its letters are of one script, and it does not look like another label. */
function shownLabel(label: string): string {
  const decoded = label.startsWith('xn--') ? decodeLabel(label.slice(4)) : null;
  const isClear =
    decoded !== null &&
    asciiDomain(decoded) === label &&
    scripts.some((script) => script.test(decoded)) &&
    !lookalikes.test(decoded) &&
    !unclear.test(decoded);
  return isClear ? decoded : label;
}

/** A domain as it is shown; its ASCII form if another domain looks like it. */
export const shownDomain = (domain: string): string => domain.split('.').map(shownLabel).join('.');

/** An email as it is shown. */
export function shownEmail(email: string): string {
  const start = email.lastIndexOf('@') + 1;
  return start === 0 ? email : `${email.slice(0, start)}${shownDomain(email.slice(start))}`;
}

/** A domain or an email as it is shown in a confirmation: also in its ASCII form, if that differs. */
export const bothForms = (text: string): string => {
  const shown = text.includes('@') ? shownEmail(text) : shownDomain(text);
  return shown === text ? text : `${shown} (${text})`;
};
