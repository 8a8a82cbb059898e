import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { badRow, csvFile, goodRow, openUpload, pick, previewed, uploaded, uploadRow } from '../testing/uploads.ts';

const saved: { name: string; file: Blob }[] = [];

beforeEach(() => {
  saved.length = 0;
  const made = vi.spyOn(URL, 'createObjectURL');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: made.mock.lastCall?.[0] as Blob });
  });
});
afterEach(() => vi.restoreAllMocks());

/** The name and the lines of the file that was saved last. */
const lastSaved = async () => {
  const { name, file } = saved.at(-1) ?? { name: '', file: new Blob() };
  return [name, ...new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer()).split('\n')];
};

test('UPLOAD-4 BULK-19 T15 the invalid rows are downloaded with what was typed and why they are invalid', async () => {
  const formula = uploadRow(4, ['=1+1', 'nowhere', 'Auditee'], { email: 'must be an email address' });
  const short = uploadRow(5, ['x'], { row: 'has 1 cell instead of 3' });
  const named = uploadRow(6, ["'=Ada", "O'Shea", "''=x"], { row: 'is odd' });
  const { screen, button } = await openUpload({
    UserUploadForm_Preview: previewed([goodRow(2), badRow(3), formula, short, named]),
  });
  await pick(csvFile());
  await screen.getByRole('textbox', { name: 'email of row 4' }).fill('ada@demo.example');
  await button('Download invalid rows').click();
  expect(await lastSaved()).toEqual([
    'invalid-rows.csv',
    '\ufeffresult,firstname,email,role',
    'email must be an email address; role is above your own,Bad 3,nowhere,Architect',
    "email must be an email address,'=1+1,ada@demo.example,Auditee",
    'has 1 cell instead of 3,x',
    "is odd,''=Ada,O'Shea,'''=x",
    '',
  ]);
});

test('UPLOAD-4 the result is downloaded row by row, and the rows that were left out alone', async () => {
  const { button } = await openUpload({
    UserUploadForm_Preview: previewed([goodRow(2), badRow(3)]),
    UserUploadForm_Upload: uploaded(1, [badRow(3)]),
  });
  await pick(csvFile());
  await button('Upload 1 valid row').click();
  const heading = '\ufeffresult,firstname,email,role';
  const left = 'email must be an email address; role is above your own,Bad 3,nowhere,Architect';
  await button('Download skipped rows').click();
  expect(await lastSaved()).toEqual(['skipped-rows.csv', heading, left, '']);
  await button('Download result').click();
  const created = 'Created,Ada 2,ada2@demo.example,Auditee';
  expect(await lastSaved()).toEqual(['upload-result.csv', heading, created, left, '']);
});

test('UPLOAD-4 without invalid rows there is nothing to download before the upload', async () => {
  const { button } = await openUpload();
  await pick(csvFile());
  await expect.element(button('Upload 2 users')).toBeVisible();
  await expect.element(button('Download invalid rows')).not.toBeInTheDocument();
});
