import { buffer } from 'node:stream/consumers';
import { read, utils } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { ExportCell, FileColumn } from '../graphql/export-source.ts';
import { unzip } from '../testing/zip.ts';
import { exportFiles } from './export-files.ts';

async function* batchesOf(...batches: ExportCell[][][]) {
  yield* batches;
}
const utc = { sheet: 'list', timeZone: 'UTC', separator: 'comma' } as const;
const write = (
  format: 'csv' | 'xlsx',
  rows: ExportCell[][],
  columns: readonly FileColumn[] = [{ title: 'Text' }],
  options: { timeZone?: string; separator?: 'comma' | 'semicolon' } = {},
) => buffer(exportFiles[format].write(columns, batchesOf(rows.slice(0, 2), [], rows.slice(2)), { ...utc, ...options }));

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
    [{ title: 'Text' }, { title: 'Other' }],
  );
  const rows: string[][] = parse(bytes, { bom: true, from_line: 2 });
  expect(rows.map(([text]) => text)).toEqual([...dangerous.map((text) => `'${text}`), ...plain]);
});

test('EXPORT-8 a list without rows is a file with the titles', async () => {
  expect((await write('csv', [], [{ title: 'ID' }, { title: 'Name' }])).toString()).toBe('\uFEFFID,Name\r\n');
  const sheet = read(await write('xlsx', [], [{ title: 'ID' }, { title: 'Name' }])).Sheets.list ?? {};
  expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual([['ID', 'Name']]);
});

const moments: readonly FileColumn[] = [
  { title: 'ID', kind: 'id' },
  { title: 'Name' },
  { title: 'Assessments: Completed', kind: 'number' },
  { title: 'Last sign-in', kind: 'time' },
];
const summer = new Date('2026-07-01T22:30:15.500Z');
const winter = new Date('2026-12-31T23:30:00.000Z');
const rows: ExportCell[][] = [
  [7, '00042', 12, summer],
  ['x-8', 'Öst', 0, winter],
  [9, null, null, 'Not sent'],
];
const sheetOf = async (timeZone: string, some = rows) => {
  const bytes = await write('xlsx', some, moments, { timeZone });
  const sheet = read(bytes, { cellNF: true, cellDates: false }).Sheets.list ?? {};
  return { sheet, xml: unzip(bytes)['xl/worksheets/sheet1.xml'] ?? '' };
};

test('EXPORT-19 in a workbook numbers are numbers, times are date cells and all others texts', async () => {
  const { sheet } = await sheetOf('UTC');
  const typeOf = (cell: string) => [sheet[cell]?.t, sheet[cell]?.w];
  expect(['A2', 'B2', 'C2', 'D2'].map(typeOf)).toEqual([
    ['n', '7'],
    ['s', '00042'],
    ['n', '12'],
    ['n', '2026-07-01 22:30:16'],
  ]);
  // The cell's value is a number of days since 1900; its style formats the text above.
  expect(sheet.D2.v).toBeCloseTo(46_204.937_679_4, 6);
  expect(sheet.D2.z).toBe('yyyy-mm-dd hh:mm:ss');
  expect(['A3', 'C3', 'D3'].map(typeOf)).toEqual([
    ['s', 'x-8'],
    ['n', '0'],
    ['n', '2026-12-31 23:30:00'],
  ]);
  expect(['B4', 'C4', 'D4'].map((cell) => sheet[cell]?.v)).toEqual([undefined, undefined, 'Not sent']);
});

test('EXPORT-19 the first row of a workbook stays in view and filters all rows, and every column has a width', async () => {
  const { sheet, xml } = await sheetOf('America/Argentina/Buenos_Aires');
  expect(sheet['!autofilter']).toEqual({ ref: 'A1:D4' });
  expect(xml).toMatch(/<pane ySplit="1" topLeftCell="A2" state="frozen"/);
  // The autofilter must be in the position that the format requires: otherwise Excel repairs the file.
  expect(xml).toMatch(/<cols>.*<\/cols><sheetData>.*<\/sheetData><autoFilter ref="A1:D4"\/><\/worksheet>$/s);
  const widths = [...xml.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width));
  expect(widths).toEqual([10, 24, 26, 'Last sign-in (America/Argentina/Buenos_Aires)'.length + 4]);
  const empty = await sheetOf('UTC', []);
  expect(empty.sheet['!autofilter']).toEqual({ ref: 'A1:D1' });
});

test('EXPORT-19 a time that no date cell can show is a text', async () => {
  const { sheet } = await sheetOf('UTC', [[1, 'a', 1, new Date('0001-01-01T00:00:00.000Z')]]);
  expect(sheet.D2).toMatchObject({ t: 's', v: '0001-01-01T00:00:00.000Z' });
});

test.each([
  ['UTC', '2026-07-01T22:30:15.500Z', '2026-12-31T23:30:00.000Z'],
  ['Europe/Berlin', '2026-07-02T00:30:15.500+02:00', '2027-01-01T00:30:00.000+01:00'],
  ['Asia/Kathmandu', '2026-07-02T04:15:15.500+05:45', '2027-01-01T05:15:00.000+05:45'],
  ['America/St_Johns', '2026-07-01T20:00:15.500-02:30', '2026-12-31T20:00:00.000-03:30'],
])('EXPORT-20 times are in the zone %s, which the title names', async (timeZone, inSummer, inWinter) => {
  const csv: string[][] = parse(await write('csv', rows, moments, { timeZone }), { bom: true });
  expect(csv.map((row) => row[3])).toEqual([`Last sign-in (${timeZone})`, inSummer, inWinter, 'Not sent']);
  const { sheet } = await sheetOf(timeZone);
  expect([sheet.D1.v, sheet.D3.w]).toEqual([`Last sign-in (${timeZone})`, inWinter.slice(0, 19).replace('T', ' ')]);
});

test('EXPORT-21 a CSV file with semicolons quotes what has one, and has the same formulas disarmed', async () => {
  const columns = [{ title: 'Text' }, { title: 'Other' }];
  const texts = [
    ['a;b', 'c,d'],
    ['=1+1;2', ''],
    ['say "x"', null],
  ];
  const bytes = await write('csv', texts, columns, { separator: 'semicolon' });
  expect(bytes.toString()).toBe(`\uFEFFText;Other\r\n"a;b";c,d\r\n"'=1+1;2";\r\n"say ""x""";\r\n`);
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
  const file = exportFiles[format].write([{ title: 'Text' }], endless(), utc);
  file.on('error', () => undefined);
  await new Promise((resolve) => file.once('readable', resolve));
  file.destroy();
  await expect.poll(() => ended).toBe(true);
});
