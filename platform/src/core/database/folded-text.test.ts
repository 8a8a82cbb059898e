import { foldText } from '@console/contract/fields/search-text';
import { textFolds } from '@console/contract/fields/text-folds';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { foldFunction as migrated } from '../../migrations/0100_folded_texts.ts';
import { foldFunction } from '../../testing/fold-function.ts';
import { useTestPlatform } from '../../testing/platform.ts';

const platform = useTestPlatform();

/** The texts that the database and the contract fold differently. */
async function differences(texts: readonly string[]): Promise<object[]> {
  const { rows } = await sql<{ text: string; folded: string }>`
    select text, folded_text(text) as folded from unnest(${texts}::text[]) as text`.execute(platform.db);
  expect(rows.length).toBe(texts.length);
  return rows.filter(({ text, folded }) => folded !== foldText(text));
}

/** The characters of the table, with their capitals and their composed forms. */
function charactersOfTable(): string[] {
  const { marks, invisible, quotes, hyphens, letters, secondSpellings } = textFolds;
  const ranges = [...marks, ...invisible].flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, place) => String.fromCodePoint(from + place)),
  );
  const folds = [...letters, ...secondSpellings].flat();
  const texts = [...ranges, ...quotes, ...hyphens, ...folds, ...letters.flatMap(([, from]) => [...from])];
  return [...new Set(texts.flatMap((text) => [text, text.toUpperCase(), text.normalize('NFC')]))];
}

// Only assigned code points: a later Unicode version than the server's can assign and decompose others. Georgian capitals, of Unicode 11, are left out.
const blocks: [name: string, from: number, to: number][] = [
  ['Latin', 0x20, 0x24f],
  ['Latin, extended', 0x1e00, 0x1eff],
  ['Greek', 0x386, 0x3ce],
  ['Greek, extended', 0x1f00, 0x1ffe],
  ['Cyrillic', 0x400, 0x52f],
  ['Armenian', 0x531, 0x587],
  ['Hebrew', 0x591, 0x5f4],
  ['Arabic', 0x61b, 0x6ff],
  ['Devanagari', 0x900, 0x97f],
  ['Thai', 0xe01, 0xe3a],
  ['Georgian', 0x10a0, 0x10ff],
  ['punctuation', 0x2000, 0x205f],
  ['kana', 0x3041, 0x30ff],
  ['Hangul', 0xac00, 0xd7a3],
  ['Arabic forms', 0xfe70, 0xfefc],
  ['half and full width', 0xff01, 0xffdc],
];

const letter = fc.oneof(
  ...blocks.map(([, min, max]) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))),
  fc.constantFrom(...charactersOfTable()),
  fc.constantFrom(' ', '\n', 'o\u0308', '\u0301', 'Σ'),
);
const name = fc.array(letter, { minLength: 1, maxLength: 20 }).map((letters) => letters.join(''));

test('SEARCH-3 LARGE-2 the database folds each character of the table, and 10,000 generated names, as the contract does', async () => {
  const characters = charactersOfTable();
  expect(characters.length).toBeGreaterThan(4_500);
  expect(await differences(characters)).toEqual([]);
  expect(await differences(characters.map((character) => `Ao${character}u B${character}`))).toEqual([]);
  expect(await differences(fc.sample(name, { numRuns: 10_000, seed: 64 }))).toEqual([]);
});

test('SEARCH-3 the function of the database is that of the table', () => {
  // Where this fails, the table was changed: a new migration makes a function, a column and an index of other names.
  expect(migrated).toBe(foldFunction());
});

test('SEARCH-3 a text that Unicode makes eighteen times as long still fits into the indexes', async () => {
  const { db, users } = platform;
  const [firstname, lastname, department_name] = ['\ufdfa'.repeat(50), '\ud55c\uae00'.repeat(25), '\ufdfa'.repeat(100)];
  await db
    .updateTable('ent_usr')
    .set({ firstname, lastname, department_name })
    .where('id', '=', users.orgB.id)
    .execute();
  const { folded_text } = await db
    .selectFrom('ent_usr')
    .select('folded_text')
    .where('id', '=', users.orgB.id)
    .executeTakeFirstOrThrow();
  expect(folded_text?.length).toBe(600);
});
