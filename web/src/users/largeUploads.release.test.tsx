import { expect, test, vi } from 'vitest';
import { rowsOf } from '../testing/lists.ts';
import { badRow, csvFile, goodRow, openUpload, pick, previewed, uploadRow } from '../testing/uploads.ts';

// Five hundred fields are filled.
vi.setConfig({ testTimeout: 300_000 });

test('UPLOAD-3 after 500 corrections the other cells are as they are in the file, and this is said', async () => {
  const rows = Array.from({ length: 501 }, (_, at) =>
    uploadRow(at + 2, [`Ada ${at}`, 'nowhere', 'Auditee'], { email: 'must be an email address' }),
  );
  const { screen } = await openUpload({ UserUploadForm_Preview: previewed(rows) });
  await pick(csvFile());
  const next = screen.getByRole('button', { name: 'Next page of Rows of the file' });
  for (let page = 0; page < 20; page += 1) {
    await expect.element(screen.getByRole('textbox', { name: `email of row ${page * 25 + 2}` })).toBeVisible();
    const all = () => [...document.querySelectorAll<HTMLInputElement>('input[aria-label^="email of row"]')];
    await expect.poll(all).toHaveLength(25);
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (const field of all()) {
      set?.call(field, 'a@demo.example');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    await next.click();
  }
  await expect
    .element(screen.getByText('You have reached the limit of 500 corrections. Make any others in the file.'))
    .toBeVisible();
  await expect.poll(() => rowsOf('Rows of the file')[0]?.[0]).toBe('502Invalid');
  await expect.element(screen.getByRole('textbox', { name: /^email of row/ })).not.toBeInTheDocument();
});

test('BULK-7 rows in their thousands are paged here, without a request', async () => {
  const rows = Array.from({ length: 5000 }, (_, place) => (place === 4998 ? badRow(place + 2) : goodRow(place + 2)));
  const { screen, button, names } = await openUpload({ UserUploadForm_Preview: previewed(rows, { seatsLeft: null }) });
  await pick(csvFile());
  await expect.element(screen.getByText('1–25 of 5,000')).toBeVisible();
  await expect.element(screen.getByText('More users allowed: No Limit')).toBeVisible();
  await button('Next page of Rows of the file').click();
  await expect.element(screen.getByText('26–50 of 5,000')).toBeVisible();
  await screen.getByRole('combobox', { name: 'Rows per page of Rows of the file' }).selectOptions('100');
  await expect.element(screen.getByText('1–100 of 5,000')).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Invalid rows only' }).click();
  await expect.element(screen.getByRole('navigation', { name: 'Pages of Rows of the file' })).not.toBeInTheDocument();
  await expect.poll(() => rowsOf('Rows of the file')[0]?.[0]).toBe('5000Invalid');
  expect(names().filter((name) => name !== 'UploadCellField')).toEqual(['UserUploadPage', 'UserUploadForm_Preview']);
});
