import { expect, test } from 'vitest';
import { openConsole } from '../testing/render.tsx';
import { failing, gatewayOf } from '../testing/responses.ts';
import { csvFile, goodRow, openUpload, pick, previewed, uploaded, uploadPage, uploadRow } from '../testing/uploads.ts';

const person = (row: number, role: string, problems: Record<string, string> = {}) =>
  uploadRow(row, [`Ada ${row}`, `ada${row}@demo.example`, role], problems);
const rows = [
  goodRow(2),
  person(3, 'Administrator'),
  person(4, ' architect'),
  person(5, 'ADMINISTRATOR'),
  person(6, 'Administrator', { email: 'is taken' }),
];
const other = { id: '8', brandName: 'Other' };
const path = '/O/8/user/upload';

test('START-67 a file with roles that reach all organisations is asked about once, with the number of rows of each role', async () => {
  const { screen, button, names } = await openUpload(
    { UserUploadForm_Preview: previewed(rows), UserUploadForm_Upload: failing('INTERNAL', 'Request Failed') },
    path,
    other,
  );
  const sent = () => names().filter((name) => name === 'UserUploadForm_Upload').length;
  await pick(csvFile());
  await button('Upload 4 valid rows').click();
  const dialog = screen.getByRole('dialog', { name: 'Assign these roles to users of Other?' });
  const lines = () => [...dialog.element().querySelectorAll('li')].map(({ textContent }) => textContent);
  await expect.element(dialog.getByText(/^Other is not your own organisation/)).toBeVisible();
  expect(lines()).toEqual(['Administrator: 2 rows', 'Architect: 1 row']);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent()).toBe(0);
  await button('Upload 4 valid rows').click();
  await dialog.getByRole('button', { name: 'Assign roles' }).click();
  await expect.element(screen.getByRole('alert').getByText('Request Failed')).toBeVisible();
  expect(sent()).toBe(1);
  await button('Upload 4 valid rows').click();
  await expect.poll(sent).toBe(2);
});

test.for(['/U/upload', '/O/7/user/upload'])(
  'START-67 a file for one’s own organisation is not asked about, at %s',
  async (address) => {
    const { screen, button } = await openUpload(
      { UserUploadForm_Preview: previewed([person(2, 'Administrator')]), UserUploadForm_Upload: uploaded(1) },
      address,
    );
    await pick(csvFile());
    await button('Upload 1 user').click();
    await expect.element(screen.getByRole('heading', { name: 'Result' })).toBeVisible();
  },
);

test('START-67 no file is taken for another organisation while the roles are not known', async () => {
  const { data } = uploadPage(other) as { data: object };
  const { screen } = await openConsole(
    path,
    gatewayOf({ UserUploadPage: { data: { ...data, lookups: { __typename: 'Lookups', roles: null } } } }),
  );
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Choose File' })).not.toBeInTheDocument();
});
