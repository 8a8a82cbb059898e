import { personFieldNames } from '@console/contract/fields/person-fields';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { headingsOf, rowsOf, rowsRendered } from '../testing/lists.ts';
import { asked, failing } from '../testing/responses.ts';
import { csvFile, goodRow, openUpload, partsOf, pick, previewed, uploadRow } from '../testing/uploads.ts';

const template = [...personFieldNames];
const person = ['Ada', 'Lovelace', 'ada.lovelace@operations.example', '', '', 'Chief Engineer', 'Auditee', ''];
const row = (changes: Record<string, string> = {}) =>
  uploadRow(2, [...person, 'charles.babbage@demo.example', 'Engineering'], {}, changes);
const reading = (more: object) => ({
  __typename: 'UserFileReading',
  kind: 'CSV',
  encoding: 'UTF-8',
  separator: ',',
  sheet: null,
  headerRow: 1,
  headings: template,
  leftOut: [],
  hiddenRowCount: 0,
  ...more,
});

test('START-24 START-26 a workbook is sent as it is; the preview says which sheet, headings and cells were read as what', async () => {
  const headings = ['First name', 'Email', 'role'];
  const rows = [uploadRow(2, ['+49', 'a@b.example', 'Auditee'], {}, { firstname: '49' }), goodRow(3)];
  const workbook = { kind: 'XLSX', encoding: null, separator: null, sheet: 'Users', headings };
  const { screen, calls, button } = await openUpload({
    UserUploadForm_Preview: previewed(rows, { reading: reading(workbook) }),
  });
  await pick(new File(['PK'], 'filled in.XLSX', { type: 'application/x-workbook' }));
  await expect.element(button('Upload 2 users')).toBeVisible();
  expect((await partsOf(calls[1] as never)).file).toEqual({
    name: 'filled in.XLSX',
    type: 'application/x-workbook',
    text: 'PK',
  });
  for (const text of [
    'Read as a workbook (.xlsx), sheet “Users”.',
    'Matched headings: “First name” as firstname.',
    '1 value was converted. The original is shown below it.',
  ])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  await expect.poll(() => rowsOf('Rows of the file')[0]).toEqual(['2Valid', '+49was 49', 'a@b.example', 'Auditee']);
});

test.each([
  [',', 'UTF-8', 'Read as CSV (UTF-8, separated by commas).', false],
  [';', 'Windows-1252', 'Read as CSV (Windows-1252, separated by semicolons).', true],
  ['\t', 'UTF-16', 'Read as CSV (UTF-16, separated by tabs).', false],
] as const)(
  'START-26 the preview of a file separated by %j in %s says so',
  async (separator, encoding, text, warns) => {
    const headings = ['firstname', 'email', 'role'];
    const { screen } = await openUpload({
      UserUploadForm_Preview: previewed([goodRow(2)], { reading: reading({ separator, encoding, headings }) }),
    });
    await pick(csvFile());
    await expect.element(screen.getByText(text)).toBeVisible();
    expect(screen.getByText(/Check names with accents/).query() !== null).toBe(warns);
    await expect.element(screen.getByText(/^Matched headings:|converted|Empty columns/)).not.toBeInTheDocument();
  },
);

test('REALUSE-17 the preview of a file warns of new users outside the email domains', async () => {
  const rows = [uploadRow(2, ['Ada', 'ada@operations.example', 'Auditee']), goodRow(3)];
  const { screen } = await openUpload({ UserUploadForm_Preview: previewed(rows, { reading: reading({}) }) });
  await pick(csvFile());
  const text = /^1 new user has an email address outside the organisation’s email domains \(demo.example, demo.test\)/;
  await expect.element(screen.getByText(text)).toBeVisible();
});

const header = 'firstname;lastname;email\r\n';
const fileOf = (name: string, bytes: readonly number[]) =>
  new File([header, new Uint8Array(bytes)], name, { type: 'text/csv' });
/** Łukasz;Świątek in Windows-1250, where Windows-1252 has £ukasz;Œwi¹tek. */
const polish = () =>
  fileOf('polish.csv', [0xa3, ...ascii('ukasz;'), 0x8c, ...ascii('wi'), 0xb9, ...ascii('tek;l@a.example\r\n')]);
const ascii = (text: string) => [...text].map((sign) => sign.charCodeAt(0));

test('START-76 BULK-16 a file that does not say its encoding is read in the most likely one; another is chosen by the names that it shows, and is sent with it', async () => {
  const { screen, calls, button } = await openUpload({
    UserUploadForm_Preview: asked(async (call) => {
      const { encoding } = (await partsOf(call)).operation.variables;
      return previewed([goodRow(2)], { reading: reading({ encoding, headings: ['firstname', 'email', 'role'] }) });
    }),
  });
  await pick(polish());
  const select = screen.getByRole('combobox', { name: 'File encoding' });
  await expect.element(select).toHaveValue('Windows-1250');
  await expect.element(screen.getByText('Read as CSV (Windows-1250, separated by commas).')).toBeVisible();
  const options = [...select.element().querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(options[0]).toBe('Windows-1250: Łukasz, Świątek');
  expect(options).toContain('Windows-1252: £ukasz, Œwi¹tek');
  (select.element() as HTMLElement).focus();
  await select.selectOptions('Mac OS Roman');
  await expect.element(screen.getByText('Read as CSV (Mac OS Roman, separated by commas).')).toBeVisible();
  await expect.element(screen.getByText(/was read as Mac OS Roman. Check names with accents/)).toBeVisible();
  await expect.element(select).toHaveFocus();
  await button('Upload 1 user').click();
  await expect.element(screen.getByRole('heading', { name: 'Result' })).toBeVisible();
  const sent = await Promise.all(calls.filter(({ form }) => form).map(partsOf));
  const named = ['Windows-1250', 'Mac OS Roman', 'Mac OS Roman'];
  expect(sent.map(({ operation }) => operation.variables.encoding)).toEqual(named);
});

test('START-76 the choice is there where the first reading was refused, and not for UTF-8, also a damaged one, UTF-16 or a workbook', async () => {
  let refuses = true;
  const { screen, button } = await openUpload({
    UserUploadForm_Preview: asked(() =>
      refuses ? failing('FILE_REFUSED', 'The file is not Windows-1250 text.') : previewed([goodRow(2)]),
    ),
  });
  await pick(polish());
  await expect.element(screen.getByText('The file is not Windows-1250 text.')).toBeVisible();
  refuses = false;
  const select = screen.getByRole('combobox', { name: 'File encoding' });
  await select.selectOptions('Mac OS Roman');
  await expect.element(button('Upload 1 user')).toBeVisible();
  await expect.element(screen.getByText('The file is not Windows-1250 text.')).not.toBeInTheDocument();
  const others = [
    csvFile('plain.csv', 'Zoë'),
    fileOf('damaged.csv', [0xc3, 0xab, 0xc3, 0xbc, 0xe9]),
    new File([new Uint8Array([0xff, 0xfe, 0x41, 0x00])], 'utf16.csv'),
    new File([new Uint8Array([0x50, 0x4b, 0xff])], 'book.xlsx'),
  ];
  for (const file of others) {
    await pick(file);
    await expect.element(screen.getByText(file.name, { exact: true })).toBeVisible();
    await expect.element(button('Upload 1 user')).toBeVisible();
    await expect.element(select).not.toBeInTheDocument();
  }
});

test('BULK-14 the preview says which row was read as the header, where rows are above it', async () => {
  const { screen } = await openUpload({
    UserUploadForm_Preview: previewed([goodRow(4)], { reading: reading({ headerRow: 3 }) }),
  });
  await pick(csvFile());
  await expect
    .element(screen.getByText('Row 3 was read as the header. The rows above it were skipped.', { exact: true }))
    .toBeVisible();
});

test('START-27 columns that are empty in every row leave their width to the others: emails are whole at 1280 px', async () => {
  const { screen } = await openUpload({
    UserUploadForm_Preview: previewed([row()], { columns: template, reading: reading({}) }),
  });
  await pick(csvFile());
  await expect.element(screen.getByText('Empty columns, not shown: country_code, mobile, dept_lead.')).toBeVisible();
  const caption = 'Rows of the file';
  // The first rendering may still have the layout of the previous, narrow frame.
  await expect.poll(() => headingsOf(caption)).toEqual([['Row', ...template.filter((_, place) => row().cells[place])]]);
  await rowsRendered();
  const cut = () =>
    [...document.querySelectorAll(`table[aria-label="${caption}"] :is(td, th, td *, th *)`)]
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => cell.textContent);
  await expect.poll(cut).toEqual([]);
});

test('START-27 on a phone a row is a name, an email and what was read as another text', async () => {
  await page.viewport(390, 800);
  try {
    const { screen } = await openUpload({
      UserUploadForm_Preview: previewed([row({ designation: '=B1' })], { columns: template, reading: reading({}) }),
    });
    await pick(csvFile());
    await expect.element(screen.getByRole('table', { name: 'Rows of the file' })).toBeVisible();
    await expect
      .poll(() => rowsOf('Rows of the file'))
      .toEqual([[`2ValidAdaLovelace${person[2]}designation: Chief Engineer, was =B1`]]);
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  } finally {
    await page.viewport(1280, 800);
  }
});

const numbered = { ...row(), cells: row().cells.with(template.indexOf('mobile'), '5550100') };
const coded = { ...numbered, cells: numbered.cells.with(template.indexOf('country_code'), '+49') };

test.each([
  [
    'new users',
    [numbered, numbered, row(), coded],
    '2 new users with a mobile number and no dialling code will get +91.',
  ],
  ['new users without a mobile number', [row(), row()], null],
  ['a user who is there', [coded, { ...numbered, kind: 'UNCHANGED' }], null],
])(
  'KEYBOARD-11 UPLOAD-9 the preview of %s without a dialling code says which one they get',
  async (_who, rows, text) => {
    const { screen } = await openUpload({
      UserUploadForm_Preview: previewed(rows, { columns: template, reading: reading({}) }),
    });
    await pick(csvFile());
    await expect.element(screen.getByText('Read as CSV (UTF-8, separated by commas).')).toBeVisible();
    await expect.poll(() => screen.getByText(/dialling code/).query()?.textContent ?? null).toBe(text);
  },
);

test('REALUSE-11 hidden rows are counted above Upload, with one switch that checks the file again with them', async () => {
  const { screen, calls, button } = await openUpload({
    UserUploadForm_Preview: asked(({ variables }) => {
      const rows = variables.includeHiddenRows ? [goodRow(2), goodRow(3), goodRow(4)] : [goodRow(2)];
      return previewed(rows, { reading: reading({ kind: 'XLSX', encoding: null, hiddenRowCount: 2 }) });
    }),
  });
  await pick(csvFile());
  const box = screen.getByRole('checkbox', { name: 'Include 2 hidden rows' });
  await expect.element(button('Upload 1 user')).toBeVisible();
  await expect.element(box).not.toBeChecked();
  await box.click();
  await expect.element(button('Upload 3 users')).toBeVisible();
  await button('Upload 3 users').click();
  await expect
    .poll(() => calls.find(({ name }) => name === 'UserUploadForm_Upload')?.variables)
    .toMatchObject({ includeHiddenRows: true });
});
