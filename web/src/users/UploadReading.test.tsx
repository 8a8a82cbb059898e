import { personFieldNames } from '@console/contract/person-fields';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { asked, failing } from '../testing/answers.ts';
import { rowsOf } from '../testing/lists.ts';
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
  headings: template,
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
    'Read as a workbook (.xlsx): the sheet “Users”.',
    'Headings: “First name” as firstname.',
    '1 cell was changed: below it is what the file has.',
  ])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  await expect.poll(() => rowsOf('Rows of the file')[0]).toEqual(['2Valid', '+49was 49', 'a@b.example', 'Auditee']);
});

test.each([
  [',', 'UTF-8', 'Read as CSV: UTF-8, separated by commas.', false],
  [';', 'Windows-1252', 'Read as CSV: Windows-1252, separated by semicolons.', true],
  ['\t', 'UTF-16', 'Read as CSV: UTF-16, separated by tabs.', false],
] as const)(
  'START-26 the preview of a file separated by %j in %s says so',
  async (separator, encoding, text, warns) => {
    const headings = ['firstname', 'email', 'role'];
    const { screen } = await openUpload({
      UserUploadForm_Preview: previewed([goodRow(2)], { reading: reading({ separator, encoding, headings }) }),
    });
    await pick(csvFile());
    await expect.element(screen.getByText(text)).toBeVisible();
    expect(screen.getByText(/^Check names with accents/).query() !== null).toBe(warns);
    await expect.element(screen.getByText(/^Headings:|was changed|Empty in every row/)).not.toBeInTheDocument();
  },
);

/** As a spreadsheet program on a Mac saved it: Zoë, Çelik. */
const macFile = () =>
  new File(
    [new Uint8Array([...'Zo'].map((sign) => sign.charCodeAt(0)).concat(0x91, 0x2c, 0x82, 0x65, 0x6c, 0x69, 0x6b))],
    'mac.csv',
    { type: 'text/csv' },
  );

test('START-76 a file that is not UTF-8 is read as Mac text when a person chooses it, and is uploaded as it was previewed', async () => {
  const { screen, calls, button } = await openUpload({
    UserUploadForm_Preview: asked(async (call) => {
      const { file } = await partsOf(call);
      const encoding = file.text.includes('\ufffd') ? 'Windows-1252' : 'UTF-8';
      return previewed([goodRow(2)], { reading: reading({ encoding, headings: ['firstname', 'email', 'role'] }) });
    }),
  });
  await pick(macFile());
  const select = screen.getByRole('combobox', { name: 'Read the file as' });
  await expect.element(select).toHaveValue('Windows-1252');
  await expect.element(screen.getByText('Read as CSV: Windows-1252, separated by commas.')).toBeVisible();
  (select.element() as HTMLElement).focus();
  await select.selectOptions('Mac OS Roman');
  await expect.element(screen.getByText('Read as CSV: Mac OS Roman, separated by commas.')).toBeVisible();
  await expect.element(screen.getByText(/^Check names with accents: a file in Mac OS Roman/)).toBeVisible();
  await expect.element(select).toHaveFocus();
  await button('Upload 1 user').click();
  await expect.element(screen.getByRole('heading', { name: 'Result' })).toBeVisible();
  const sent = await Promise.all(calls.filter(({ form }) => form).map(partsOf));
  expect(sent.slice(1).map(({ file }) => [file.name, file.text])).toEqual([
    ['mac.csv', 'Zoë,Çelik'],
    ['mac.csv', 'Zoë,Çelik'],
  ]);
});

test('START-76 the choice is there where the first reading was refused, and not for UTF-8, UTF-16 or a workbook', async () => {
  let refuses = true;
  const { screen, button } = await openUpload({
    UserUploadForm_Preview: asked(() =>
      refuses ? failing('FILE_REFUSED', 'The file is neither UTF-8 nor Windows-1252 text.') : previewed([goodRow(2)]),
    ),
  });
  await pick(macFile());
  await expect.element(screen.getByText('The file is neither UTF-8 nor Windows-1252 text.')).toBeVisible();
  refuses = false;
  const select = screen.getByRole('combobox', { name: 'Read the file as' });
  await select.selectOptions('Mac OS Roman');
  await expect.element(button('Upload 1 user')).toBeVisible();
  await expect.element(screen.getByText('The file is neither UTF-8 nor Windows-1252 text.')).not.toBeInTheDocument();
  const others = [
    csvFile('plain.csv', 'Zoë'),
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

test('START-27 columns that are empty in every row leave their width to the others: emails are whole at 1280 px', async () => {
  const { screen } = await openUpload({
    UserUploadForm_Preview: previewed([row()], { columns: template, reading: reading({}) }),
  });
  await pick(csvFile());
  await expect
    .element(screen.getByText('Empty in every row, and not shown: country_code, mobile, dept_lead.'))
    .toBeVisible();
  const table = screen.getByRole('table', { name: 'Rows of the file' }).element();
  const headings = [...table.querySelectorAll('th[scope=col]')].map((heading) => heading.textContent);
  expect(headings).toEqual(['Row', ...template.filter((_, place) => row().cells[place])]);
  const cut = [...table.querySelectorAll('td, th, td *, th *')].filter(
    (cell) => cell.scrollWidth > cell.clientWidth + 1,
  );
  expect(cut.map((cell) => cell.textContent)).toEqual([]);
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
