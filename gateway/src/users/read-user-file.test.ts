import { buffer } from 'node:stream/consumers';
import { personFieldNames } from '@console/contract/fields/person-fields';
import { bulkMaxRows } from '@console/contract/rules';
import { cpuMsOf } from '@console/contract/testing/cpu-time';
import { describe, expect, test } from 'vitest';
import type { FileColumn } from '../graphql/export-source.ts';
import { exportFiles } from '../http/export-files.ts';
import { csv, line } from '../testing/user-files.ts';
import { styles, type TestCell, workbook, workbookParts } from '../testing/workbooks.ts';
import { zip, zipOf } from '../testing/zip.ts';
import { readUserFile } from './read-user-file.ts';

const read = (bytes: string | Buffer, name = 'users.csv') => readUserFile(name, Buffer.from(bytes), 'ORGANISER');
const readSheet = (bytes: Buffer) => read(bytes, 'users.xlsx');

const header = [...personFieldNames];
const person = (more: Partial<Record<string, TestCell>> = {}): TestCell[] => {
  const cells: Partial<Record<string, TestCell>> = {
    firstname: 'Zoë',
    lastname: 'Łukasz & <Co>',
    email: 'zoe@new.example',
    country_code: '+44',
    mobile: '020 7946 0000',
    designation: 'Engineer',
    role: 'Auditee',
    dept_lead: 'yes',
    supervisor: 'boss@a.example',
    department_name: 'InfoSec',
    ...more,
  };
  return personFieldNames.map((column) => cells[column] ?? '');
};
const textOf = (cells: readonly TestCell[]) => cells.map(String);
const problemsOf = async (...rows: TestCell[][]) =>
  (await readSheet(workbook(header, ...rows))).rows.map(({ row, problems }) => [
    row,
    ...problems.map(({ column, message }) => `${column} ${message}`),
  ]);

describe('workbooks', () => {
  test('START-24 the filled-in template is read as it is seen, with its row numbers; rows without text do not count', async () => {
    const lead = { xml: 't="b"><v>1</v>' };
    const { columns, rows, reading, isSpecified } = await readSheet(
      workbook(header, person(), [], [], person({ email: 'two@new.example', dept_lead: lead, mobile: '' })),
    );
    expect(columns).toEqual(personFieldNames);
    expect(rows.map(({ row, problems, changes }) => [row, problems, changes])).toEqual([
      [2, [], []],
      [5, [], []],
    ]);
    expect(rows[0]?.cells).toEqual(textOf(person()));
    expect(rows[1]?.user).toMatchObject({ email: 'two@new.example', dept_lead: true, mobile: null });
    expect(reading).toEqual({
      kind: 'XLSX',
      encoding: null,
      separator: null,
      sheet: 'Users',
      headerRow: 1,
      headings: header,
      leftOut: [],
      hiddenRowCount: 0,
    });
    expect(isSpecified).toBe(false);
  });

  test('START-24 numbers are read as they are seen: whole, with the zeros of their format, and 49 as +49', async () => {
    const [row] = (
      await readSheet(
        workbook(
          header,
          person({
            country_code: { xml: '><v>49</v>' },
            mobile: { xml: '><v>2.0794600000000001E10</v>' },
            designation: { xml: `s="${styles.padded}"><v>42</v>` },
            firstname: { xml: '><v>0.10000000000000001</v>' },
          }),
        ),
      )
    ).rows;
    expect(row?.cells.filter((_, place) => [0, 3, 4, 5].includes(place))).toEqual([
      '0.1',
      '+49',
      '20794600000',
      '00042',
    ]);
    expect([row?.problems, row?.changes]).toEqual([[], [{ column: 'country_code', from: '49' }]]);
  });

  test('START-24 a formula is its value and is named; dates, errors and formulas without a value are problems of their cells', async () => {
    const [row] = (
      await readSheet(workbook(header, person({ firstname: { xml: 't="str"><f>CONCAT("A",B2)</f><v>Ada</v>' } })))
    ).rows;
    expect([row?.cells[0], row?.problems, row?.changes]).toEqual([
      'Ada',
      [],
      [{ column: 'firstname', from: '=CONCAT("A",B2)' }],
    ]);
    expect(
      await problemsOf(
        person({ lastname: { xml: `s="${styles.dated}"><v>45413</v>` } }),
        person({ email: 'a@new.example', firstname: { xml: 't="e"><f>A99999999</f><v>#REF!</v>' } }),
        person({ email: 'b@new.example', firstname: { xml: '><f>NOW()</f>' } }),
        person({ email: 'c@new.example', firstname: { xml: 't="d"><v>2026-05-01</v>' } }),
        [{ xml: '><f>A1</f>' }],
      ),
    ).toEqual([
      [2, 'lastname must be text, but the workbook has a date here'],
      [3, 'firstname must be a value, but its formula returns #REF!'],
      [4, 'firstname must be a value, but its formula was not calculated'],
      [5, 'firstname must be text, but the workbook has a date here'],
      [
        6,
        'firstname must be a value, but its formula was not calculated',
        ...Array(6).fill(expect.stringMatching(/ required$/)),
      ],
    ]);
  });

  test.each([
    ...['s', 'n', 'b', 'e', 'd', 'str', 'inlineStr', 'x'].map((type) => `t="${type}"`),
    `s="${styles.dated}"`,
  ])('BULK-11 a cell %s without a value is empty, and a row of such cells does not exist', async (type) => {
    for (const inside of ['', '<v/>', '<v></v>', '<v> </v>', '<is/>']) {
      const none = { xml: `${type}>${inside}` };
      const blank = header.map(() => none);
      const two = person({ email: 'two@new.example', mobile: none });
      const { rows } = await readSheet(workbook(header, person({ lastname: none }), blank, two, blank));
      expect(rows.map(({ row, user, problems }) => [row, user.lastname, user.mobile, problems])).toEqual([
        [2, '', '020 7946 0000', [{ column: 'lastname', code: 'REQUIRED', message: 'required' }]],
        [4, 'Łukasz & <Co>', null, []],
      ]);
    }
  });

  test('START-24 texts in the cell, with formats and with a reading aid are read; more cells than headings are a problem', async () => {
    const rich = { xml: 't="inlineStr"><is><r><t>A</t></r><r><t>da_x0031_</t></r><rPh><t>no</t></rPh></is>' };
    const { rows } = await readSheet(workbook(header, person({ firstname: rich }), [...person(), 'more']));
    expect([rows[0]?.cells[0], rows[1]?.problems]).toEqual([
      'Ada1',
      [
        { column: null, code: 'OTHER', message: 'has 11 cells instead of 10' },
        { column: 'email', code: 'TAKEN', message: 'is already in row 2' },
      ],
    ]);
  });

  test('START-24 of several sheets the one named Users is read, else the first that is not hidden', async () => {
    const other = (name: string, state?: string) => ({ name, state, rows: [['Help']] });
    const users = (name: string) => ({ name, rows: [header, person()] });
    const named = await readSheet(zip(workbookParts([other('Help'), users('USERS ')])));
    const first = await readSheet(zip(workbookParts([other('Old', 'hidden'), users('Sheet1'), other('Help')])));
    expect([named, first].map(({ reading, rows }) => [reading.sheet, rows.length])).toEqual([
      ['USERS ', 1],
      ['Sheet1', 1],
    ]);
  });

  const withHidden = (hidden: number[], includesHiddenRows: boolean, state?: string) => {
    const rows = [header, ...['one', 'two', 'three'].map((name) => person({ email: `${name}@new.example` }))];
    const bytes = zip(
      workbookParts([
        { name: 'Users', rows, hidden, ...(state && { state }) },
        { name: 'Help', rows: [] },
      ]),
    );
    return readUserFile('users.xlsx', bytes, 'ORGANISER', [], { includesHiddenRows });
  };

  test('REALUSE-11 hidden rows are left out and counted, with the row numbers of the sheet, unless they are asked for', async () => {
    const numbers = async (...given: Parameters<typeof withHidden>) => {
      const { rows, reading } = await withHidden(...given);
      return [rows.map(({ row }) => row), reading.hiddenRowCount];
    };
    expect(await numbers([3], false)).toEqual([[2, 4], 1]);
    expect(await numbers([1, 3], false)).toEqual([[2, 4], 1]);
    expect(await numbers([3], true)).toEqual([[2, 3, 4], 1]);
    expect(await numbers([2, 3, 4], true)).toEqual([[2, 3, 4], 3]);
    expect(await numbers([2, 3, 4], false, 'hidden')).toEqual([[2, 3, 4], 0]);
    await expect(withHidden([2, 3, 4], false)).rejects.toThrow('All 3 rows of the sheet are hidden');
  });

  test('REALUSE-12 merged cells are problems of the rows that only look filled', async () => {
    const rows = [
      ['Users to upload'],
      header,
      person({ email: 'one@new.example' }),
      person({ email: 'two@new.example', department_name: '' }),
      person({ email: 'three@new.example', lastname: '' }),
    ];
    const merged = ['A1:J1', 'J3:J4', 'A5:B5'];
    const read = await readSheet(zip(workbookParts([{ name: 'Users', rows, merged }])));
    expect(read.rows.map(({ row, problems }) => [row, ...problems.map(({ message }) => message)])).toEqual([
      [3],
      [4, 'must not be part of the merged cells J3:J4'],
      [5, 'must not be part of the merged cells A5:B5'],
    ]);
  });

  test('REALUSE-12 a formula of type text without a result was not calculated, one with an empty text has no value', async () => {
    const mobile = (inside: string) => ({
      email: `${inside.length}@new.example`,
      mobile: { xml: `t="str"><f>A1</f>${inside}` },
    });
    expect(await problemsOf(person(mobile('')), person(mobile('<v></v>')))).toEqual([
      [2, 'mobile must be a value, but its formula was not calculated'],
      [3],
    ]);
  });

  test('REALUSE-12 the zeros and texts of a number format are read as they are seen', async () => {
    const mobile = (style: keyof typeof styles, value: number) =>
      person({ email: `${value}@new.example`, mobile: { xml: `s="${styles[style]}"><v>${value}</v>` } });
    const { rows } = await readSheet(
      workbook(
        header,
        mobile('led', 612345678),
        mobile('dashed', 123456789),
        mobile('dashed', 98765432101),
        mobile('fraction', 612345679),
      ),
    );
    expect(rows.map(({ user }) => user.mobile)).toEqual(['0612345678', '012-3456789', '9876-5432101', '612345679']);
  });

  const parts = workbookParts([{ name: 'Users', rows: [header, person()] }]);
  const sheet = (data: string) => ({
    ...parts,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${data}</sheetData></worksheet>`,
  });
  const doctype = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
  const shared = `<sst><si><t>${'x'.repeat(500_000)}</t></si></sst>`;
  const compound = (text: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(text, 'utf16le')]);
  test.each<[string, Buffer, string]>([
    ['an empty file', Buffer.from(''), 'The file cannot be read as a workbook.'],
    ['a text', Buffer.from('firstname'), 'The file cannot be read as a workbook.'],
    ['half a workbook', zip(parts).subarray(0, 900), 'The file cannot be read as a workbook.'],
    ['a workbook with a password', compound('EncryptedPackage'), 'The workbook is protected by a password.'],
    ['an .xls under another name', compound('Workbook'), 'The file is in the older .xls format.'],
    ['another archive', zip({ 'content.xml': '<a/>' }), 'The file is not an .xlsx workbook.'],
    ['a workbook without sheets', zip({ ...parts, 'xl/workbook.xml': '<workbook/>' }), 'The workbook has no sheet'],
    [
      'an archive of thousands of parts',
      zip(Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`p${n}`, '']))),
      'The workbook has too many parts. Copy its rows into a new workbook.',
    ],
    ['XML that ends early', zip(sheet('<row>')).subarray(0), 'The file cannot be read as a workbook.'],
    [
      'a document type',
      zip({ ...parts, 'xl/sharedStrings.xml': `${doctype}<sst><si><t>&b;</t></si></sst>` }),
      'The workbook contains a document type declaration',
    ],
    [
      'an unknown entity',
      zip({ ...parts, 'xl/sharedStrings.xml': '<sst><si><t>&b;</t></si></sst>' }),
      'The file cannot be read as a workbook.',
    ],
    [
      'text that is not UTF-8',
      zip({ ...parts, 'xl/sharedStrings.xml': Buffer.from('<sst><si><t>\xff</t></si></sst>', 'latin1') }),
      'The file cannot be read as a workbook.',
    ],
    [
      'a part that unpacks to 40 MB',
      zip(sheet(' '.repeat(40_000_000))),
      'The workbook is too large: it has more than 16 MB when decompressed. Copy its rows into a new workbook, or save the sheet as CSV UTF-8.',
    ],
    ['a part that hides its size', zip(sheet(' '.repeat(40_000_000)), 10), 'The file cannot be read as a workbook.'],
    ['half a million empty rows', zip(sheet('<row/>'.repeat(500_000))), 'The file is empty.'],
    [
      'a row below the last',
      zip(sheet('<row r="99999999999"><c t="str"><v>a</v></c></row>')),
      'The sheet has a row number that is too high. Save it as .xlsx again.',
    ],
    [
      'too many rows',
      workbook(header, ...Array.from({ length: bulkMaxRows + 1 }, () => ['a'])),
      'The file has too many rows. At most 5000 can be uploaded at once.',
    ],
    [
      'a cell far to the right',
      zip(sheet('<row><c r="XFD1" t="str"><v>a</v></c></row>')),
      'The sheet has more than 100 columns.',
    ],
    [
      'one text in many cells',
      zip({ ...sheet(`<row>${'<c t="s"><v>0</v></c>'.repeat(3)}</row>`), 'xl/sharedStrings.xml': shared }),
      'The sheet has more than 1 MB of text. Split it into several files.',
    ],
    [
      'a text that is missing',
      zip(sheet('<row><c t="s"><v>99</v></c></row>')),
      'The workbook is damaged: a cell refers to a string that is missing.',
    ],
  ])('START-24 T15 %s is refused with its reason', async (_what, bytes, reason) => {
    await expect(readSheet(bytes)).rejects.toThrow(reason);
  });

  const tooManyElements =
    'The workbook has more than 1,000,000 elements and attributes. Copy its rows into a new workbook, or save the sheet as CSV UTF-8.';
  const large = '_x0041_'.repeat(150_000);
  test.each<[string, Buffer, string]>([
    ['a million elements', zip(sheet(`${'<c/>'.repeat(1_000_001)}<`)), tooManyElements],
    ['a million attributes', zip(sheet(`<c ${'s="" '.repeat(1_000_001)}<`)), tooManyElements],
    [
      'a million elements in several parts',
      zip({
        ...sheet(`${'<c/>'.repeat(600_000)}<`),
        'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(600_000)}</sst>`,
      }),
      tooManyElements,
    ],
    ['101 levels', zip(sheet(`${'<a>'.repeat(99)}<`)), 'The workbook has more than 100 levels of nested elements.'],
    [
      'a text of more than 1 MB in a cell',
      zip(sheet(`<row><c t="str"><v>${large}<`)),
      'The sheet has more than 1 MB of text. Split it into several files.',
    ],
    [
      'a shared text of more than 1 MB',
      zip({ ...parts, 'xl/sharedStrings.xml': `<sst><si><t>${large}<` }),
      'The sheet has more than 1 MB of text. Split it into several files.',
    ],
    [
      'thousands of parts with one name',
      zipOf([...Object.entries(parts), ...Array(1_000).fill(['a', ''])]),
      'The workbook has too many parts. Copy its rows into a new workbook.',
    ],
  ])('PARSE-1 a workbook with %s is refused before its end', async (_what, bytes, reason) => {
    await expect(readSheet(bytes)).rejects.toThrow(reason);
  });

  test('PARSE-2 number formats and headings of opening brackets take time in proportion to their length', async () => {
    const formats = (code: string) =>
      zip({
        ...parts,
        'xl/styles.xml': `<styleSheet>${`<numFmt numFmtId="9" formatCode="${code.repeat(255)}"/>`.repeat(10_000)}</styleSheet>`,
      });
    const [brackets, zeros] = [formats('['), formats('0')];
    await readSheet(zeros);
    const zerosMs = await cpuMsOf(() => readSheet(zeros));
    expect((await cpuMsOf(() => readSheet(brackets))) / zerosMs).toBeLessThan(8);
    const heading = () => expect(read(`${'('.repeat(150_000)}\nx`)).rejects.toThrow('The column “((((');
    expect(await cpuMsOf(heading)).toBeLessThan(2_000);
  });

  test('START-24 RELIABILITY-3 other requests run while a large workbook is read', async () => {
    const rows = Array.from({ length: bulkMaxRows }, (_, n) => person({ email: `p${n}@new.example` }));
    const bytes = workbook(header, ...rows);
    let turns = 0;
    let isRead = false;
    const countTurns = () => {
      turns += 1;
      if (!isRead) setImmediate(countTurns);
    };
    countTurns();
    const file = await readSheet(bytes);
    isRead = true;
    expect(file.rows).toHaveLength(bulkMaxRows);
    // The file was read with pauses for other work, not in one long task.
    expect(turns).toBeGreaterThan(100);
  });
});

describe('CSV', () => {
  const text = csv(line('Zoë', { designation: '"Größe – €"' }), line('Bob'));

  test.each<[string, Buffer, string, boolean]>([
    ['UTF-8', Buffer.from(text), 'UTF-8', true],
    ['UTF-8 with BOM', Buffer.from(`\ufeff${text}`), 'UTF-8', true],
    ['UTF-16 LE with BOM', Buffer.from(`\ufeff${text}`, 'utf16le'), 'UTF-16', false],
    ['UTF-16 BE with BOM', Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'UTF-16', false],
  ])('START-25 %s is detected', async (_name, bytes, encoding, specified) => {
    const { rows, reading, isSpecified } = await read(bytes);
    expect([reading.encoding, isSpecified]).toEqual([encoding, specified]);
    expect(rows[0]?.user).toMatchObject({ firstname: 'Zoë', designation: 'Größe – €' });
    expect(rows.flatMap(({ problems }) => problems)).toEqual([]);
  });

  test.each([
    [',', true],
    [';', true],
    ['\t', false],
  ])('START-25 cells are separated by %j', async (separator, specified) => {
    const { rows, reading, isSpecified } = await read(csv(line('Ada')).replaceAll(',', separator));
    expect([reading.separator, isSpecified]).toEqual([separator, specified]);
    expect([rows.length, rows[0]?.problems]).toEqual([1, []]);
  });

  test.each<[string, Buffer, string]>([
    ['a damaged UTF-8', Buffer.concat([Buffer.from(text), Buffer.from([0xe4])]), 'Part of the file is UTF-8 text'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x81, 0x90, 0, 0xd8]), 'The file is not readable text.'],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), 'Or choose its encoding, most likely first: UTF-16LE.'],
    ['half of a UTF-16 letter', Buffer.from([0xff, 0xfe, 0x41]), 'The file is not valid UTF-16 text.'],
  ])('START-25 %s is refused', async (_what, bytes, reason) => {
    await expect(read(bytes)).rejects.toThrow(reason);
  });

  test('START-25 headings are the words of the form or of the template, in any capitals, spaces and order', async () => {
    const headings = [
      'EMAIL *',
      ' First name',
      'Last_Name',
      'Role',
      'Department',
      'supervisor',
      'Designation',
      'Country Code',
      'mobile',
      'Department lead',
    ];
    const { columns, reading, rows, isSpecified } = await read(
      `${headings.join(';')};;\nada@new.example;Ada;L;Auditee;IT;boss@a.example;Chief;+44;1;yes;;\n`,
    );
    expect(columns).toEqual([
      'email',
      'firstname',
      'lastname',
      'role',
      'department_name',
      'supervisor',
      'designation',
      'country_code',
      'mobile',
      'dept_lead',
    ]);
    expect(reading.headings).toEqual(headings.map((heading) => heading.trim()));
    expect([rows[0]?.problems, rows[0]?.cells.length, isSpecified]).toEqual([[], 10, false]);
    await expect(read('First name,firstname\na,b\n')).rejects.toThrow('The column “firstname” is in the header twice.');
    await expect(read('First nome\na\n')).rejects.toThrow('The column “First nome” is unknown.');
    await expect(read('First name\na\n')).rejects.toThrow('The header is missing these columns: lastname, email');
  });

  test.each([
    ['49', '+49'],
    ['0049', '+49'],
    [' 1 684 ', '+1 684'],
    ['+49', null],
    ['049', null],
    ['(+49)', '+49'],
    ['twelve', null],
  ])('START-25 the country code %j is %j, and the change is named', async (typed, code) => {
    const { rows, isSpecified } = await read(
      csv(line('Ada')).replace('\n', ',country_code\n').replace(/\n$/, `,${typed}\n`),
    );
    expect([rows[0]?.cells.at(-1), rows[0]?.changes, isSpecified]).toEqual(
      code ? [code, [{ column: 'country_code', from: typed }], false] : [typed, [], true],
    );
  });
});

describe('corrections', () => {
  const correct = (
    bytes: Buffer | string,
    name: string,
    ...corrections: { row: number; column: string; text: string }[]
  ) => readUserFile(name, Buffer.from(bytes), 'ORGANISER', corrections);
  const date = { xml: `s="${styles.dated}"><v>45000</v>` };

  test('UPLOAD-1 a corrected cell is read as if the file had it, and the others as before', async () => {
    const sheet = workbook(header, person({ country_code: '49' }), [], person({ email: 'no', lastname: date }));
    const before = await correct(sheet, 'users.xlsx');
    expect(before.rows[1]?.problems.map(({ column }) => column)).toEqual(['lastname', 'email']);
    const { rows, reading } = await correct(
      sheet,
      'users.xlsx',
      { row: 4, column: 'lastname', text: ' May ' },
      { row: 4, column: 'email', text: 'two@new.example' },
    );
    expect(reading).toEqual(before.reading);
    expect(rows.map(({ row, problems }) => [row, problems])).toEqual([
      [2, []],
      [4, []],
    ]);
    expect(rows[0]).toEqual(before.rows[0]);
    expect(rows[1]?.cells.slice(1, 3)).toEqual(['May', 'two@new.example']);
    expect(rows[1]?.changes).toContainEqual({ column: 'email', from: 'no' });
  });

  test('UPLOAD-1 a correction is checked like a cell, and a short row of CSV can be completed', async () => {
    const short = line('Ada').split(',').slice(0, -1).join(',');
    const department = { row: 2, column: 'department_name', text: 'InfoSec' };
    const { rows, isSpecified } = await correct(csv(short), 'a.csv', department, {
      row: 2,
      column: 'role',
      text: 'Boss',
    });
    expect([isSpecified, rows[0]?.problems]).toEqual([
      false,
      [{ column: 'role', code: 'UNKNOWN', message: expect.any(String) }],
    ]);
  });

  test.each([
    [{ row: 1, column: 'email', text: 'x' }, 'corrections.0.row is not a row in the file'],
    [{ row: 3, column: 'email', text: 'x' }, 'corrections.0.row is not a row in the file'],
    [{ row: 2, column: 'country_code', text: 'x' }, 'corrections.0.column is not a column in the file'],
  ])('UPLOAD-2 %j is refused', async (correction, message) => {
    await expect(correct(csv(line('Ada')), 'a.csv', correction)).rejects.toMatchObject({
      message,
      extensions: { code: 'INVALID' },
    });
  });
});

test("UPLOAD-5 BULK-19 a file with results is read without their column, and without the ' before a text", async () => {
  const header = 'Result,firstname,lastname,email,country_code,designation,role,supervisor,department_name';
  const text = `${header}\nemail is taken,Ada,'-New,ada@new.example,'+44,'n' roll,Auditee,boss@a.example,InfoSec\n`;
  const { columns, rows, reading, isSpecified } = await read(text);
  expect([isSpecified, columns, reading.headings]).toEqual([
    false,
    header.split(',').slice(1),
    header.split(',').slice(1),
  ]);
  expect(rows[0]?.cells.slice(0, 5)).toEqual(['Ada', '-New', 'ada@new.example', '+44', "'n' roll"]);
  expect(rows[0]).toMatchObject({ changes: [], problems: [] });
  expect((await read(csv(line("'-Ada")))).rows[0]?.cells[0]).toBe("'-Ada");
  const named = text.replace(',Ada,', ",''=Ada,");
  expect((await read(named)).rows[0]?.cells[0]).toBe("'=Ada");
});

test('UPDATE-6 an export of users is read without what the template does not have, and with its ids', async () => {
  const headings = 'ID,Name,Email,Department,Role,Status,Second factor,Last sign-in (UTC)';
  const template = 'First name,Last name,Country code,Mobile,Designation,Department lead,Supervisor';
  const text = `\ufeff${headings},${template}\r\n7,=1 New,ada@new.example,'-2,Auditee,Active,,2026-11-28,'=1,''=New,'+44,'-5,CFO,No,boss@a.example\r\n`;
  const { columns, rows, reading, isSpecified } = await read(text);
  expect([isSpecified, reading.leftOut]).toEqual([
    false,
    ['ID', 'Name', 'Status', 'Second factor', 'Last sign-in (UTC)'],
  ]);
  expect(new Set(columns)).toEqual(new Set(personFieldNames));
  expect(rows[0]).toMatchObject({
    id: '7',
    problems: [],
    changes: [],
    user: { firstname: '=1', lastname: "'=New", department_name: '-2', country_code: '+44', role: 'AUDITEE' },
  });
});

test.each(['csv', 'xlsx'] as const)(
  'EXPORT-19 UPDATE-6 an export as %s is read without its times, and its ids are texts again',
  async (format) => {
    async function* batches() {
      yield [[7, 'ada@new.example', '00042', new Date('2026-11-28T10:00:00.000Z'), 'Ada', 'Active']];
    }
    const columns: readonly FileColumn[] = [
      { title: 'ID', kind: 'id' },
      { title: 'Email' },
      { title: 'Department' },
      { title: 'Last sign-in', kind: 'time' },
      { title: 'First name' },
      { title: 'Status' },
    ];
    const options = { sheet: 'users', timeZone: 'America/Argentina/Buenos_Aires', separator: 'semicolon' } as const;
    const bytes = await buffer(exportFiles[format].write(columns, batches(), options));
    const { rows, reading } = await readUserFile(`users.${format}`, bytes, 'ORGANISER', [], { isUpdating: true });
    expect(reading.leftOut).toEqual(['ID', 'Last sign-in (America/Argentina/Buenos_Aires)', 'Status']);
    expect(rows[0]).toMatchObject({
      id: '7',
      problems: [],
      changes: [],
      user: { email: 'ada@new.example', department_name: '00042', firstname: 'Ada' },
    });
  },
);

test('UPDATE-1 a file that may update users needs the email alone; a row is checked as a change once its user is known', async () => {
  const part = 'Email,Role,Department\nada@new.example,Administrator,\nnowhere,,IT\nADA@new.example,Boss,IT\n';
  await expect(read(part)).rejects.toThrow('The header is missing these columns: firstname');
  const { rows } = await readUserFile('a.csv', Buffer.from(part), 'ORGANISER', [], { isUpdating: true });
  expect(rows.map(({ row, problems }) => [row, problems])).toEqual([
    [2, []],
    [3, [{ column: 'email', code: 'FORMAT', message: 'must be an email address' }]],
    [
      4,
      [
        { column: 'role', code: 'UNKNOWN', message: 'is unknown' },
        { column: 'email', code: 'TAKEN', message: 'is already in row 2' },
      ],
    ],
  ]);
  const unnamed = readUserFile('a.csv', Buffer.from('Role\nAuditee\n'), 'ORGANISER', [], { isUpdating: true });
  await expect(unnamed).rejects.toThrow('The header is missing these columns: email.');
});
