import { buffer } from 'node:stream/consumers';
import { read, utils } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { exportFiles } from './export-files.ts';

async function* batchesOf(...batches: string[][][]) {
  yield* batches;
}
const write = (format: 'csv' | 'xlsx', rows: string[][], titles = ['Text']) =>
  buffer(exportFiles[format].write(titles, batchesOf(rows.slice(0, 2), [], rows.slice(2)), 'list'));

const cellsOf = async (texts: string[]) => {
  const workbook = read(
    await write(
      'xlsx',
      texts.map((text) => [text]),
    ),
  );
  const sheet = workbook.Sheets.list ?? {};
  const cells = texts.map((_text, index) => sheet[`A${index + 2}`]);
  expect(cells.every((cell) => cell === undefined || (cell.t === 's' && cell.f === undefined))).toBe(true);
  return cells.map((cell) => cell?.v ?? '');
};

test('EXPORT-9 cells of a workbook are the texts as they are, for another library too', async () => {
  const texts = [
    '=1+1',
    '+49 30 1234',
    '@sum',
    '-1',
    '00042',
    'true',
    '2026-11-20T09:00:00.000Z',
    'emoji 👩‍👩‍👧 and 𝔘',
    ' spaces around ',
    'tab\tand\nline',
    '<b>&amp;"\'</b>',
    '_x0041_ stays',
    'x_x000D_',
    'ÅÄÖ ﷽ עברית',
  ];
  expect(await cellsOf(texts)).toEqual(texts);
});

test('EXPORT-9 characters that XML cannot have do not break a workbook', async () => {
  const [controls, surrogate, nonCharacter] = await cellsOf(['a\u0000b\u0001c\u000Bd', 'a\uD800b', 'a\uFFFEb\uFFFFc']);
  expect(controls).toBe('a\u0000b\u0001c\u000Bd');
  expect(surrogate).toBe('a\uFFFDb');
  expect(nonCharacter).toBe('a\uFFFDb\uFFFDc');
});

test('EXPORT-9 a text of more than 32,767 characters is cut, as Excel takes no longer one', async () => {
  const [longest, longer] = await cellsOf(['a'.repeat(32_767), `${'a'.repeat(32_766)}👩 more`]);
  expect(longest).toHaveLength(32_767);
  expect(longer?.startsWith('a'.repeat(32_766))).toBe(true);
  expect(longer?.length).toBe(32_767);
});

test('EXPORT-8 T15 a text that begins like a formula gets an apostrophe in CSV, and all others stay', async () => {
  const dangerous = ['=1+1', '+1', '-1', '@sum', '\tx', '\rx', '=HYPERLINK("http://evil.example","x")'];
  const plain = ['a=1', ' =1', '', 'a,b', 'a"b', 'a\nb', "'x"];
  const bytes = await write(
    'csv',
    [...dangerous, ...plain].map((text) => [text, 'x']),
    ['Text', 'Other'],
  );
  const rows: string[][] = parse(bytes, { bom: true, from_line: 2 });
  expect(rows.map(([text]) => text)).toEqual([...dangerous.map((text) => `'${text}`), ...plain]);
});

test('EXPORT-8 a list without rows is a file with the titles', async () => {
  expect((await write('csv', [], ['ID', 'Name'])).toString()).toBe('\uFEFFID,Name\r\n');
  const sheet = read(await write('xlsx', [], ['ID', 'Name'])).Sheets.list ?? {};
  expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual([['ID', 'Name']]);
});

test.each(['csv', 'xlsx'] as const)('EXPORT-6 a reader of %s that goes away ends the rows', async (format) => {
  let ended = false;
  async function* endless() {
    try {
      while (true) yield [['x'.repeat(1_000)]];
    } finally {
      ended = true;
    }
  }
  const file = exportFiles[format].write(['Text'], endless(), 'list');
  file.on('error', () => undefined);
  await new Promise((resolve) => file.once('readable', resolve));
  file.destroy();
  await expect.poll(() => ended).toBe(true);
});
