import type { FieldProblem } from '../errors.ts';

/** Characters that end the host of a URL, or that a URL decodes or drops. */
const neverInDomain = /[\s\p{Cc}/\\?#@:%<>[\]^|]/u;
/** A last label that URLs read as part of an IP address. */
const numericEnd = /(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/i;
const plainAscii = /^\p{ASCII}*$/u;

/** ASCII form of a domain in lower case, which servers look up (UTS 46); null if it has none. Equals `domainToASCII` of Node for names. */
export function asciiDomain(domain: string): string | null {
  const url = `http://${domain}`;
  if (neverInDomain.test(domain) || !URL.canParse(url)) return null;
  const { hostname } = new URL(url);
  return numericEnd.test(hostname) || hostname.split('.').includes('') ? null : hostname;
}

/** A domain without a full stop at its end: mail goes to the same host. */
export const withoutLastStop = (domain: string): string => domain.replace(/[.。．｡]$/u, '');

/** An email with the ASCII form of its domain. An ASCII email, and one without an ASCII form, stay as they are. */
export function asciiEmail(email: string): string {
  const start = email.lastIndexOf('@') + 1;
  const domain = email.slice(start).trimEnd();
  if (start === 0 || plainAscii.test(domain)) return email;
  return `${email.slice(0, start)}${asciiDomain(withoutLastStop(domain)) ?? domain}`;
}

/** An email as stored: in lower case, with the ASCII form of its domain. */
export const storedEmail = (email: string): string => asciiEmail(email.trim()).toLowerCase();

/** Whether two emails are one in different spellings. */
export const isSameEmail = (one: string, other: string): boolean => storedEmail(one) === storedEmail(other);

const refusal = (message: string): FieldProblem => ({ code: 'FORMAT', message });

/** Why the spelling of an entered domain is refused; `before` precedes it in the entered text. Null also for a text that is not a domain. */
export function spellingProblem(domain: string, before = ''): FieldProblem | null {
  const typed = domain.toLowerCase();
  if (typed === '') return refusal('must have a domain after the @');
  if (typed.endsWith('.')) return refusal('must not end in a full stop');
  if (typed.split('.').includes('')) return refusal('must not have two full stops next to each other in its domain');
  if (numericEnd.test(typed)) return refusal('must have the name of a domain, not an IP address or a number');
  const ascii = asciiDomain(domain);
  return ascii === null || isPlainlySpelled(typed, ascii)
    ? null
    : refusal(`is an unusual spelling. Did you mean ${before}${ascii}?`);
}

/** Why the spelling of an email's domain is refused; null also for a text that is not an email. */
export function emailSpellingProblem(email: string): FieldProblem | null {
  const [before] = /^[^@]+@/.exec(email) ?? [''];
  const domain = email.slice(before.length);
  return before === '' || domain.includes('@') ? null : spellingProblem(domain, before);
}

/** Whether each label is its ASCII form or an internationalised one. Other spellings only look like the domain that they reach. */
function isPlainlySpelled(typed: string, ascii: string): boolean {
  const labels = typed.split('.');
  const asciiLabels = ascii.split('.');
  return (
    labels.length === asciiLabels.length &&
    asciiLabels.every((label, place) => label === labels[place] || label.startsWith('xn--'))
  );
}
