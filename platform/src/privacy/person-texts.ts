import { escapeHtml } from '../core/mail/mail-layout.ts';

/** What is in place of a person's name or email in the texts of others. */
export const erasedText = 'Erased user';

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const insideJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** How texts are written in emails, links and JSON. */
const formsOf = (text: string): string[] => [
  ...new Set([text, escapeHtml(text), encodeURIComponent(text), insideJson(text)]),
];

/** Longest first, so that a value is not replaced in part. */
const anyOf = (texts: readonly string[]): string =>
  [...new Set(texts.flatMap(formsOf))]
    .sort((one, other) => other.length - one.length)
    .map(escapePattern)
    .join('|');

interface Names {
  firstname: string | null;
  lastname: string | null;
}

/** What a person is recognised by. */
export interface KnownPerson {
  /** Emails, mobile numbers, and names at an identity provider, of now and of before. */
  identifiers: readonly string[];
  names: readonly Names[];
}

/**
 * Finds and replaces a person in the texts of others: an identifier or the full name, and where one of them is, also the first or last name alone. A single name
 * does not identify the person.
 */
export class PersonTexts {
  /** All values, for the events of the person. */
  readonly all: readonly string[];
  /** Patterns of PostgreSQL: of a person, without regard to case; null if there is nothing to look for. */
  readonly person: string | null;
  /** Of their names alone. */
  readonly name: string | null;
  readonly #person: RegExp | null;
  readonly #name: RegExp | null;

  constructor({ identifiers, names }: KnownPerson) {
    const full = names.flatMap(({ firstname, lastname }) =>
      firstname && lastname
        ? [`${firstname} ${lastname}`, `${lastname}, ${firstname}`, `${lastname} ${firstname}`]
        : [],
    );
    const alone = names.flatMap(({ firstname, lastname }) =>
      [firstname, lastname].filter((name) => !!name),
    ) as string[];
    const strong = [...identifiers, ...full];
    this.all = [...new Set([...strong, ...alone])];
    this.person = strong.length === 0 ? null : `(?<![[:alnum:]])(?:${anyOf(strong)})(?![[:alnum:]])`;
    this.name = alone.length === 0 ? null : `(?<![[:alnum:]])(?:${anyOf(alone)})(?![[:alnum:]])`;
    const [before, after] = ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])'];
    const compile = (texts: readonly string[], flags: string) =>
      texts.length === 0 ? null : new RegExp(`${before}(?:${anyOf(texts)})${after}`, flags);
    this.#person = compile(strong, 'giu');
    this.#name = compile(alone, 'gu');
  }

  /** The value with the person replaced in all of its texts; the same value if they are in none. */
  replaceIn<T>(value: T): T {
    if (!this.#person || JSON.stringify(value)?.search(this.#person) === -1) return value;
    return this.#replace(value) as T;
  }

  #replace(value: unknown): unknown {
    if (typeof value === 'string') {
      const text = this.#person ? value.replace(this.#person, erasedText) : value;
      return this.#name ? text.replace(this.#name, erasedText) : text;
    }
    if (Array.isArray(value)) return value.map((one) => this.#replace(one));
    if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#replace(one)]));
  }
}
