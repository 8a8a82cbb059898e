import fc, { type GeneratorValue } from 'fast-check';

/** Overlong texts consist of this character, so that a response that quotes one is recognised. */
const filler = 'Ж';
/** A placeholder for deeply nested lists, which no value could represent. */
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

// fast-check prefers small numbers, which would make rare cases frequent.
const upTo = (most: number) => fc.noBias(fc.nat(most));
/** A uniformly distributed whole number from 0 to `most`. */
export const numberUpTo = (g: GeneratorValue, most: number): number => g(upTo, most);
/** True once in `times`. */
export const rarely = (g: GeneratorValue, times: number): boolean => numberUpTo(g, times - 1) === 0;

/** Decides how much of one request is invalid: nothing, a little or a lot. */
export function oddsOf(g: GeneratorValue): () => boolean {
  const oneIn = g(fc.constantFrom, 4, 25, 10_000);
  return () => rarely(g, oneIn);
}

/** Texts of any kind and length. */
export const anyText = () => texts;
/** Values of every type. */
export const anyValue = () => values;
/** Header values. */
export const anyHeader = () => headerValues;
const headerValues = fc.oneof(
  fc.string({ unit: 'grapheme-ascii' }),
  fc.constantFrom('', 'null', '*/*', ',', ';;', '"', 'a=b; a=c', 'x'.repeat(4_096), '\u00FF', '-1', '999999999999'),
);

/** JSON with nested lists in place of the placeholder. */
export const jsonText = (value: unknown, levels: number): string =>
  (JSON.stringify(value) ?? '').replaceAll(JSON.stringify(nested), () => '['.repeat(levels) + ']'.repeat(levels));

/** Matches text that a failure must not contain: a stack, a path, a database's words, or more than 100 characters of the request. */
export const internals = new RegExp(
  [
    ...['node_modules', '\\bat \\S+ \\(', 'file://', '\\.ts:\\d', '\\bFST_', '\\bERR_[A-Z]', '\\bselect ".+ from "'],
    ...['insert into "', 'violates', 'duplicate key', 'invalid input syntax', 'invalid byte sequence'],
    `${filler}{101}`,
  ].join('|'),
);
