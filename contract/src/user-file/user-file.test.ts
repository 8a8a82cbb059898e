import { expect, test } from 'vitest';
import { personFieldNames } from '../fields/person-fields.ts';
import { bulkMaxRows } from '../rules.ts';
import { parseUserFile, strayQuote } from './user-file.ts';

const header = personFieldNames.join(',');
const row = (name: string, more: Partial<Record<string, string>> = {}) => {
  const cells: Partial<Record<string, string>> = {
    firstname: 'Ada',
    lastname: name,
    email: `${name.toLowerCase()}@demo.example`,
    country_code: '+44',
    mobile: '7000 000-000',
    designation: 'Engineer',
    role: 'Auditee',
    dept_lead: 'yes',
    supervisor: 'boss@demo.example',
    department_name: 'InfoSec',
    ...more,
  };
  return personFieldNames.map((column) => cells[column] ?? '').join(',');
};
const bytes = (...lines: string[]) => new TextEncoder().encode(lines.join('\n'));
const read = (...lines: string[]) => parseUserFile(bytes(...lines), 'ORGANISER');
const problems = async (...lines: string[]) =>
  (await read(...lines)).rows.map(({ row, problems }) => [
    row,
    ...problems.map(({ column, message }) => `${column} ${message}`),
  ]);

test('BULK-6 OPEN-26 a row becomes a user; country code and department lead may be left empty', async () => {
  const { columns, rows } = await read(
    header,
    row('Lovelace'),
    row('Hopper', { country_code: '', dept_lead: '', role: 'assessor' }),
  );
  expect(columns).toEqual(personFieldNames);
  expect(rows[0]).toMatchObject({
    row: 2,
    problems: [],
    user: { firstname: 'Ada', email: 'lovelace@demo.example', role: 'AUDITEE', dept_lead: true, country_code: '+44' },
  });
  expect(rows[1]).toMatchObject({
    row: 3,
    problems: [],
    user: { role: 'ASSESSOR', dept_lead: false, country_code: '+91' },
  });
});

test('CASES-53 BOM, CRLF, semicolons, any order of the header and capitals in it, blank lines and quoted cells are read', async () => {
  const shuffled =
    '\uFEFFEmail;Role;firstname;lastname;designation;supervisor;department_name\r\n\r\nx@demo.example;Auditee;"Ada ""the"" first; or not";L;E;b@demo.example;IT\r\n;;;;;;\r\n';
  const { columns, rows } = await parseUserFile(new TextEncoder().encode(shuffled), 'ORGANISER');
  expect(columns[0]).toBe('email');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    row: 3,
    problems: [],
    user: { firstname: 'Ada "the" first; or not', email: 'x@demo.example' },
  });
});

test('BULK-7 BULK-9 problems are reported by row and column', async () => {
  expect(
    await problems(
      header,
      row('Good'),
      row('', { email: 'no-address' }),
      row('Boss', { role: 'Administrator' }),
      row('Odd', { role: 'King', mobile: 'call me', country_code: '91', dept_lead: 'perhaps' }),
      row('Lead', { role: 'Assessor' }),
      row('Long', { firstname: 'x'.repeat(51) }),
    ),
  ).toEqual([
    [2],
    [3, 'lastname required', 'email must be an email address'],
    [4, 'role is above your own', 'dept_lead is for Auditees only'],
    [
      5,
      'country_code must be a dialling code such as +91',
      'mobile must contain only digits, spaces and hyphens',
      'role is unknown',
      'dept_lead must be yes or no',
    ],
    [6, 'dept_lead is for Auditees only'],
    [7, 'firstname must have at most 50 characters'],
  ]);
});

test('CASES-53 a ragged row, a line break or a control character in a cell, and a repeated email are problems of their rows only', async () => {
  const broken = row('Two').replace('Ada', '"A\nda"');
  expect(
    await problems(
      header,
      `${row('One')},more`,
      broken,
      row('Three', { firstname: 'A\u0000da' }),
      row('Four'),
      row('Five', { email: 'FOUR@demo.example' }),
    ),
  ).toEqual([
    [2, 'null has 11 cells instead of 10'],
    [3, 'firstname must not contain line breaks'],
    [4, 'firstname must not contain control characters'],
    [5],
    [6, 'email is already in row 5'],
  ]);
});

test('BULK-13 BULK-14 BULK-15 mixed line ends, rows above the header and a misplaced quotation mark cost no other row', async () => {
  const text = `"Staff" 2026\r\nsep\r${header}\r\r\n${row('One')}\n"${row('Two')}\r${row('Three')}\r\n${row('Four')}`;
  const { rows } = await parseUserFile(bytes(text), 'ORGANISER');
  expect(rows.map(({ row, user, problems }) => [row, user.lastname, problems])).toEqual([
    [4, 'One', []],
    [5, 'Two', [{ column: null, ...strayQuote }]],
    [6, 'Three', []],
    [7, 'Four', []],
  ]);
  await expect(read('Staff', 'firstname', 'Ada')).rejects.toThrow(
    'The column “staff” is unknown. Allowed columns: firstname, lastname, email, country_code, mobile, designation, role, dept_lead, supervisor, department_name. Row 1 was read as the header.',
  );
});

test.each([
  ['an empty file', [''], 'The file is empty.'],
  ['a header only', [header, ''], 'The file has no rows below its header.'],
  ['an unknown column', [`${header},salary`, `${row('One')},1`], 'The column “salary” is unknown.'],
  ['a column that is an object’s own', ['__proto__,firstname', 'a,b'], 'The column “__proto__” is unknown.'],
  ['a column twice', [`${header},email`, `${row('One')},1`], 'The column “email” is in the header twice.'],
  [
    'a missing column',
    ['firstname,lastname', 'Ada,L'],
    'The header is missing these columns: email, designation, role, supervisor, department_name.',
  ],
  ['a spreadsheet renamed', ['PK\u0003\u0004 and more'], 'The file is a spreadsheet, not CSV.'],
])('CASES-53 BULK-4 %s is refused with its reason', async (_name, lines, reason) => {
  await expect(read(...lines)).rejects.toThrow(reason);
});

test('CASES-53 a file that is not UTF-8, over 1 MB or over 5,000 rows is refused', async () => {
  await expect(parseUserFile(new Uint8Array([0xff, 0xfe, 0x41, 0x00]), 'ORGANISER')).rejects.toThrow('not UTF-8');
  await expect(read(header, row('One', { designation: 'x'.repeat(1_048_576) }))).rejects.toThrow('larger than 1 MB');
  const short = 'firstname,lastname,email,designation,role,supervisor,department_name';
  const many = Array.from({ length: bulkMaxRows + 1 }, (_, n) => `A,B,c${n}@d.example,E,Auditee,s@d.example,I`);
  await expect(read(short, ...many)).rejects.toThrow(
    'The file has too many rows. At most 5000 can be uploaded at once.',
  );
  expect((await read(short, ...many.slice(1))).rows).toHaveLength(bulkMaxRows);
});

test.each<[string, string[], string]>([
  [
    'too many rows in front of ones that cannot be read',
    [...Array(6_000).fill('x'), ...Array(501).fill('x"')],
    'The file has too many rows. At most 5000 can be uploaded at once.',
  ],
  ['101 cells in a row', [row('One'), `${'x,'.repeat(100)}x`], 'Row 3 has more than 100 cells.'],
  ['101 cells with a misplaced quotation mark', [`${'x",'.repeat(100)}x`], 'Row 2 has more than 100 cells.'],
  [
    'ragged rows without text, with invalid ones in between',
    Array(11).fill(`,,\n${',\n'.repeat(1_000)}x"`),
    'More than 10000 rows do not have as many cells as the first row. Save the file as CSV UTF-8 again.',
  ],
])('PARSE-3 a file with %s is refused', async (_what, lines, reason) => {
  await expect(read(header, ...lines)).rejects.toThrow(reason);
});

test('PARSE-4 thousands of rows without text, and cells without text beyond the columns, leave out no other row', async () => {
  const blank = Array(60_000).fill(','.repeat(header.split(',').length - 1));
  const { rows } = await read(header, row('One'), ...blank, `${row('Two')}${','.repeat(2_000)}`);
  expect(rows.map(({ row: place, cells, problems }) => [place, cells.length, problems.length])).toEqual([
    [2, 10, 0],
    [60_003, 100, 1],
  ]);
});

test('RELIABILITY-3 other requests run while a large file is checked', async () => {
  const short = 'firstname,lastname,email,designation,role,supervisor,department_name';
  const many = Array.from({ length: bulkMaxRows }, (_, n) => `A,B,c${n}@d.example,E,Auditee,s@d.example,I`);
  let turns = 0;
  let isParsed = false;
  const countTurns = (): void => {
    turns += 1;
    if (!isParsed) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  await read(short, ...many).finally(() => {
    isParsed = true;
  });
  expect(turns).toBeGreaterThanOrEqual(bulkMaxRows / 500);
});
