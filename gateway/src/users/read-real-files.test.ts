import { readFileSync } from 'node:fs';
import { cpuMsOf } from '@console/contract/testing/cpu-time';
import { encodingByName } from '@console/contract/user-file/text-encodings';
import { describe, expect, test } from 'vitest';
import { csv, line } from '../testing/user-files.ts';
import { workbook } from '../testing/workbooks.ts';
import { readUserFile } from './read-user-file.ts';

const bytesOf = (name: string) => readFileSync(new URL(`../testing/files/${name}`, import.meta.url));
const read = (bytes: string | Buffer, name = 'users.csv', encoding: string | null = null) =>
  readUserFile(name, Buffer.from(bytes), 'ORGANISER', [], {
    encoding: encoding === null ? null : encodingByName(encoding),
  });
const readReal = (name: string, encoding?: string) => read(bytesOf(name), name, encoding);
const peopleIn = ({ rows }: Awaited<ReturnType<typeof read>>) =>
  rows.map(({ row, user, problems }) => [
    row,
    `${user.firstname} ${user.lastname}`,
    ...problems.map(({ column, message }) => `${column} ${message}`),
  ]);

const adaAndBen = (first: number) => [
  [first, 'Ada Quill'],
  [first + 1, 'Ben Marsh'],
];
const four = [...adaAndBen(2), [4, 'Cleo Ford'], [5, 'Dag Lind']];

test('BULK-11 a grid export with cells that have no value: the missing last name is missing', async () => {
  expect(peopleIn(await readReal('cells-without-value.xlsx'))).toEqual([
    [2, 'Ines Falk'],
    [3, 'Olu ', 'lastname required'],
    [4, 'Rita Moor'],
    [5, 'Sven Aas', 'designation required'],
  ]);
});

describe('encodings', () => {
  test.each([
    [
      'polish-czech-1250.csv',
      'Windows-1250',
      [
        [2, 'Łukasz Świątek'],
        [3, 'Božena Kučerová'],
      ],
    ],
    ['cyrillic-1251.csv', 'Windows-1251', [[2, 'Ивана Петрова']]],
    ['japanese-shift-jis.csv', 'Shift_JIS', [[2, '健 田中']]],
  ])(
    'BULK-12 %s is refused without its encoding, with %s as the most likely, and read with it',
    async (name, encoding, people) => {
      await expect(readReal(name)).rejects.toThrow(
        `The file is neither UTF-8 nor UTF-16 with a byte order mark. Save it as CSV UTF-8. Or choose its encoding, most likely first: ${encoding}, `,
      );
      const file = await readReal(name, encoding.toLowerCase());
      expect([file.reading.encoding, file.isSpecified, peopleIn(file)]).toEqual([encoding, false, people]);
    },
  );

  test('BULK-12 an encoding that cannot be the file’s is refused with those that can', async () => {
    await expect(readReal('polish-czech-1250.csv', 'Windows-1257')).rejects.toThrow(
      'The file is not Windows-1257 text. It can be read as one of these encodings, most likely first: Windows-1250, ',
    );
    await expect(readReal('polish-czech-1250.csv', 'UTF-8')).rejects.toThrow('The file is not UTF-8 text.');
  });

  test('BULK-12 a byte order mark says more than the name that is given; UTF-16 without one needs it', async () => {
    const text = csv(line('Zoë'));
    expect((await read(`\ufeff${text}`, 'a.csv', 'Windows-1252')).reading.encoding).toBe('UTF-8');
    expect(peopleIn(await read(Buffer.from(text, 'utf16le'), 'a.csv', 'utf-16'))).toEqual([[2, 'Zoë New']]);
    expect(peopleIn(await read(Buffer.from(text, 'latin1'), 'a.csv', 'latin1'))).toEqual([[2, 'Zoë New']]);
  });

  test('BULK-12 letters that are also parts of UTF-8 do not make a file damaged UTF-8', async () => {
    // The first letters of Віктор have the same bytes as ³ in UTF-8.
    const victor = Buffer.concat(
      [csv(line('?????')), '']
        .join('')
        .split('?????')
        .flatMap((part, place) => [
          ...(place ? [Buffer.from([0xc2, 0xb3, 0xea, 0xf2, 0xee, 0xf0])] : []),
          Buffer.from(part),
        ]),
    );
    await expect(read(victor)).rejects.toThrow('most likely first: Windows-1251, ');
    expect(peopleIn(await read(victor, 'a.csv', 'Windows-1251'))).toEqual([[2, 'Віктор New']]);
  });
});

describe('line ends', () => {
  test.each(['crlf-header-lf-rows.csv', 'last-two-rows-lf.csv'])('BULK-13 %s: four people', async (name) => {
    const file = await readReal(name);
    expect([peopleIn(file), file.isSpecified]).toEqual([four, false]);
  });

  test('BULK-13 each of four ends closes a row outside of quotation marks, and empty rows count', async () => {
    const [heading = '', ...rows] = csv(
      line('Ada'),
      line('Ben'),
      line('Cleo', { designation: '"a\nb"' }),
      line('Dag'),
    ).split(/\n(?!b)/);
    const [ada, ben, cleo, dag] = rows;
    const file = await read(`${heading}\r\r\n${ada}\r\n\r\n${ben}\r${cleo}\n${dag}`);
    expect(peopleIn(file)).toEqual([
      [2, 'Ada New'],
      [4, 'Ben New'],
      [5, 'Cleo New', 'designation must not contain line breaks'],
      [6, 'Dag New'],
    ]);
  });

  test('BULK-13 an end is one also where a part of the file ends', async () => {
    for (const end of ['\r\r\n', '\r\n', '\r']) {
      const rows = Array.from({ length: 3_000 }, (_, number) => line(`A${number}`));
      const text = csv(...rows).replaceAll('\n', end);
      const file = await read(text);
      expect([file.rows.length, file.rows.at(-1)?.row, file.rows.flatMap(({ problems }) => problems)]).toEqual([
        3_000,
        3_001,
        [],
      ]);
    }
  });
});

describe('rows above the header', () => {
  test.each([
    ['sep-line.csv', 1, 2],
    ['empty-first-row.csv', 2, 3],
    ['table-title.xlsx', 2, 3],
  ])('BULK-14 %s: the header is row %i', async (name, headerRow, first) => {
    const file = await readReal(name);
    expect([file.reading.headerRow, peopleIn(file), file.isSpecified]).toEqual([headerRow, adaAndBen(first), false]);
    expect(file.reading.headings).toHaveLength(10);
  });

  test('BULK-14 titles, notes and a separator of its own; the tenth row is the last that is tried', async () => {
    const table = csv(line('Ada'));
    expect(peopleIn(await read(`Staff, all\n;;\n"Our ""best"" people"\n${table}`))).toEqual([[5, 'Ada New']]);
    expect(peopleIn(await read(`"sep=|"\r\n${table.replaceAll(',', '|')}`))).toEqual([[2, 'Ada New']]);
    expect(peopleIn(await read(`${'\n'.repeat(9)}${table}`))).toEqual([[11, 'Ada New']]);
    await expect(read(`${'Staff\n'.repeat(10)}${table}`)).rejects.toThrow(
      /The column “Staff” is unknown\..* Row 1 was read as the header\.$/,
    );
    await expect(read(`\n\n;;\nAda;Quill;ada@acme.example\n`)).rejects.toThrow(
      /“Ada”.* Row 4 was read as the header\.$/,
    );
    await expect(readUserFile('a.xlsx', workbook(['Staff'], [], ['Ada', 'Quill']), 'ORGANISER')).rejects.toThrow(
      /“Staff”.* Row 1 was read as the header\.$/,
    );
    await expect(read(';;;\n\n ; \n')).rejects.toThrow('The file is empty.');
  });

  test('BULK-14 people.csv is read as it is, letter for letter', async () => {
    const file = await readReal('people.csv');
    expect(file.rows.map(({ user }) => `${user.firstname} ${user.lastname}`)).toContain('Jürgen Weiß');
    expect([file.rows.length, file.isSpecified]).toEqual([14, true]);
  });
});

describe('quotation marks', () => {
  const stray = 'must not have a misplaced quotation mark';
  test.each<[string, string[]]>([
    ['"Ada', ['firstname']],
    ['Ada"', ['firstname']],
    ['A"da', ['firstname']],
    ['"Ada "Gigi""', ['firstname']],
    ['"Ada" ', ['firstname']],
  ])('BULK-15 %s in one of 200 rows: that row is invalid, the others are ready', async (name, columns) => {
    const others = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, place) => line(`P${from + place}`, { designation: '"Head, ""IT"""' }));
    const text = csv(...others(0, 100), line('Ada').replace('Ada', name), ...others(100, 199));
    const { rows, isSpecified } = await read(text);
    const faulty = rows.filter(({ problems }) => problems.length > 0);
    expect([rows.length, rows.at(-1)?.row, faulty.map(({ row }) => row)]).toEqual([200, 201, [102]]);
    expect(faulty[0]?.problems).toEqual(columns.map((column) => ({ column, code: 'FORMAT', message: stray })));
    expect(isSpecified).toBe(true);
    const correction = { row: 102, column: 'firstname', text: 'Ada' };
    const corrected = await readUserFile('a.csv', Buffer.from(text), 'ORGANISER', [correction]);
    expect(corrected.rows.flatMap(({ problems }) => problems)).toEqual([]);
  });

  test('BULK-15 a row that also has too few or too many cells, the last row, and several in a row', async () => {
    const text = csv(line('Ada'), `"${line('Ben')},more"`, '"a","b', line('Cleo"'), line('Dag'), `${line('Eve')}"`);
    expect(
      (await read(text)).rows.map(({ row, problems }) => [row, problems.some(({ message }) => message === stray)]),
    ).toEqual([
      [2, false],
      [3, false],
      [4, true],
      [5, true],
      [6, false],
      [7, true],
    ]);
  });

  test('BULK-15 T15 a file of misplaced quotation marks is refused, and a row of them takes time in proportion', async () => {
    await expect(read(csv(...Array.from({ length: 50_000 }, () => '"a,"b"c,"')))).rejects.toThrow(
      'More than 500 rows have a misplaced quotation mark.',
    );
    const cpuOf = (marks: number) =>
      cpuMsOf(() => expect(read(csv('"a,'.repeat(marks)))).rejects.toThrow('Row 2 has more than 100 cells.'));
    await cpuOf(25_000);
    expect((await cpuOf(200_000)) / (await cpuOf(25_000))).toBeLessThan(32);
  });
});

describe('what a spreadsheet writes by itself', () => {
  test('BULK-17 TRUE in other languages, no-break spaces, shortened numbers and error values', async () => {
    const shortened =
      'mobile must be written in full. The spreadsheet shortened this number. Format the column as text.';
    const file = await readReal('excel-by-itself.csv');
    expect(peopleIn(file)).toEqual([
      [2, 'Anke Brandt', shortened],
      [3, 'Bernd Dietz'],
      [4, 'Chloé Durand'],
      [5, 'Dario Conti'],
      [6, 'Elsa Wolff', 'mobile must be a value, but its formula returns #NAME?'],
      [7, 'Finn Otto'],
      [8, 'Grete "Gigi" Hahn'],
    ]);
    expect(file.rows.map(({ user }) => user.dept_lead)).toEqual([false, true, true, false, false, false, false]);
    expect(file.rows[2]?.user.mobile).toBe('612 345 678');
    expect(file.rows[2]?.changes).toContainEqual({ column: 'dept_lead', from: 'VRAI' });
    expect(file.rows[3]?.cells).toContain('06 555 0100');
  });

  const header = 'firstname,lastname,email,designation,role,supervisor,department_name';
  const readWith = async (column: string, text: string) => {
    const cells = { firstname: 'Ada', lastname: 'L', email: 'ada@new.example', designation: 'Chief', role: 'Auditee' };
    const row = { ...cells, supervisor: 'boss@a.example', department_name: 'IT', [column]: text };
    const columns = [...new Set([...header.split(','), column])];
    const quoted = columns.map((name) => `"${row[name as keyof typeof row]}"`);
    return (await read(`${columns.join(',')}\n${quoted.join(',')}\n`)).rows[0];
  };

  test.each([
    ['WAHR', true],
    ['Verdadero', true],
    ['VERO', true],
    ['DOĞRU', true],
    ['ИСТИНА', true],
    ['FALSCH', false],
    ['faux', false],
    ['FALSO', false],
    ['YANLIŞ', false],
    ['HAYIR', false],
    ['ЛОЖЬ', false],
  ])('BULK-17 %s is %s', async (text, flag) => {
    const row = await readWith('dept_lead', text);
    expect([row?.problems, row?.user.dept_lead, row?.cells.at(-1)]).toEqual([[], flag, flag ? 'yes' : 'no']);
  });

  test.each([
    ['mobile', '４９ ３０\u2011５５', '49 30-55'],
    ['mobile', '\u202A49 30\u202C', '49 30'],
    ['country_code', '\u2066+49\u2069', '+49'],
  ])('BULK-17 the %s %j is %j', async (column, text, meant) => {
    const row = await readWith(column, text);
    expect([row?.problems, row?.cells.at(-1)]).toEqual([[], meant]);
  });

  test.each([
    ['mobile', '4.92E+11', /^must be written in full/],
    ['designation', '1,5E+05', /^must be written in full/],
    ['firstname', '#BEZUG!', /^must be a value, but its formula returns #BEZUG!$/],
    ['department_name', '#N/A', /^must be a value/],
  ])('BULK-17 the %s %j is invalid', async (column, text, message) => {
    expect((await readWith(column, text))?.problems).toEqual([
      { column, code: 'FORMAT', message: expect.stringMatching(message) },
    ]);
  });

  test('BULK-20 invisible characters are removed from names, in what is shown and in what is sent', async () => {
    const file = await read(csv(line('A\u200Bda\u202E', { email: 'ada@new.example' })));
    expect([file.rows[0]?.cells[0], file.rows[0]?.problems, file.isSpecified]).toEqual(['Ada', [], false]);
  });

  test('BULK-17 what only looks like it stays: a title with a number, a name with #', async () => {
    for (const text of ['E10', '5E', '#1 Engineer', '3.5 Lead'])
      expect((await readWith('designation', text))?.problems).toEqual([]);
  });
});
