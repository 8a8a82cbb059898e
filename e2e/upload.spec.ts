import { readFile } from 'node:fs/promises';
import { unzip, zip } from '@console/gateway/testing/zip';
import { expect, type Page } from '@playwright/test';
import { checkScreen, goWithin, signIn, test } from './journey.ts';

/** The downloaded template with these rows in its sheet, as a spreadsheet program stores them. */
const filledTemplate = async (page: Page, rows: readonly (readonly (string | number)[])[]): Promise<Buffer> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /template/i }).click(),
  ]);
  const parts = unzip(await readFile(await download.path()));
  const part = 'xl/worksheets/sheet1.xml';
  let sheet = parts[part] ?? '';
  for (const [row, cells] of rows.entries())
    for (const [column, cell] of cells.entries()) {
      const place = `r="${String.fromCharCode(65 + column)}${row + 2}"`;
      const filled =
        typeof cell === 'number'
          ? `<c ${place}><v>${cell}</v></c>`
          : `<c ${place} t="inlineStr"><is><t>${cell}</t></is></c>`;
      const empty = new RegExp(`<c ${place}[^>]*?(/>|>.*?</c>)`);
      expect(sheet).toMatch(empty);
      sheet = sheet.replace(empty, filled);
    }
  return zip({ ...parts, [part]: sheet });
};

test('START-24 START-26 START-28 the downloaded template, filled in, is uploaded as it is, and is one line of the activity', async ({
  page,
}) => {
  await signIn(page, 'organiser@demo.example', '/U/upload');
  const row = (name: string, email: string) => [
    name,
    'Template',
    `${email}.template@demo.example`,
    44,
    '',
    'Engineer',
    'Auditee',
    'no',
    'organiser@demo.example',
    'InfoSec',
  ];
  const buffer = await filledTemplate(page, [row('Annie', 'annie'), row('Édith', 'edith')]);
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.locator('input[type=file]').setInputFiles({ name: 'new people.xlsx', mimeType, buffer });
  await expect(page.getByText('Read as a workbook (.xlsx): the sheet “Users”.')).toBeVisible();
  await expect(page.getByText('2 cells were changed: below it is what the file has.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Rows of the file' }).getByRole('row')).toHaveCount(3);
  await checkScreen(page, 'user-upload-workbook');
  await page.getByRole('button', { name: 'Upload 2 users' }).click();
  await expect(page.getByText('File Uploaded successfully!')).toBeVisible();
  await goWithin(page, '/U');
  await page.getByRole('searchbox').fill('annie.template@demo.example');
  await expect(page.getByRole('table').first()).toContainText('annie.template@demo.example');
  await goWithin(page, '/O/activity?action=USERS_UPLOAD');
  const events = page.getByRole('list', { name: 'Events' });
  const event = events.getByRole('listitem').filter({ hasText: 'uploaded 2 users.' });
  await expect(event).toHaveCount(1);
  await event.getByRole('button', { name: /uploaded 2 users/ }).click();
  await expect(event.getByRole('link', { name: 'Édith Template' })).toBeVisible();
  await checkScreen(page, 'activity-upload');
});
