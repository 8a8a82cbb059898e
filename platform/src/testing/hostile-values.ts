import fc, { type GeneratorValue } from 'fast-check';

/** What overlong texts are made of, so that an answer that quotes one is recognised. */
const filler = 'Ж';
/** `jsonText` writes lists in lists in its place: no value can be nested as deeply as a text. */
const nested = '@nested';
const oddTexts = [
  ...['', ' ', '\0', '\uD800', 'e\u0301', 'a\u202Eb', '\uFEFF', '\r\nx: y', '__proto__', 'constructor', 'toString'],
  ...['01', '-1', '1e9', '9'.repeat(16), 'NaN', 'null', '2026-02-30', "' or ''='", '%00', '../..', '<script>', nested],
];

const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...oddTexts),
  fc.integer({ min: 101, max: 20_000 }).map((length) => filler.repeat(length)),
);
const values = fc.oneof(
  texts,
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, [], {}, [[]], [null]),
  fc.constantFrom<unknown>({ __proto__: null, constructor: { prototype: {} } }, Array(1_000).fill(1)),
);

// fast-check prefers small numbers, which would make what is rare frequent.
const upTo = (most: number) => fc.noBias(fc.nat(most));
/** A whole number from 0 to `most`, each as likely. */
export const numberUpTo = (g: GeneratorValue, most: number): number => g(upTo, most);
/** True one time in so many. */
export const rarely = (g: GeneratorValue, times: number): boolean => numberUpTo(g, times - 1) === 0;

/** Decides for one request how much of it is odd: nothing, a little or a lot. */
export function oddsOf(g: GeneratorValue): () => boolean {
  const oneIn = g(fc.constantFrom, 4, 25, 10_000);
  return () => rarely(g, oneIn);
}

/** Texts of any kind and length. */
export const anyText = () => texts;
/** What no field expects: values of every type. */
export const anyValue = () => values;
/** What a header can carry. */
export const anyHeader = () => headerValues;
const headerValues = fc.oneof(
  fc.string({ unit: 'grapheme-ascii' }),
  fc.constantFrom('', 'null', '*/*', ',', ';;', '"', 'a=b; a=c', 'x'.repeat(4_096), '\u00FF', '-1', '999999999999'),
);

/** A value as JSON, with so many levels of lists in lists where it has the text for them. */
export const jsonText = (value: unknown, levels: number): string =>
  (JSON.stringify(value) ?? '').replaceAll(JSON.stringify(nested), () => '['.repeat(levels) + ']'.repeat(levels));

/** What no failure says: a stack, a path, a statement or the database's words about it, or more than 100 characters of the request. */
export const internals = new RegExp(
  [
    ...['node_modules', '\\bat \\S+ \\(', 'file://', '\\.ts:\\d', '\\bFST_', '\\bERR_[A-Z]', '\\bselect ".+ from "'],
    ...['insert into "', 'violates', 'duplicate key', 'invalid input syntax', 'invalid byte sequence'],
    `${filler}{101}`,
  ].join('|'),
);
