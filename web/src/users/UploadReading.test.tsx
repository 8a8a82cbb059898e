import { personFieldNames } from '@console/contract/person-fields';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
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
  expect(rowsOf('Rows of the file')[0]).toEqual(['2Valid', '+49was 49', 'a@b.example', 'Auditee']);
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
