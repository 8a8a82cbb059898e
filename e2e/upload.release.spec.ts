import { readFile } from 'node:fs/promises';
import { unzip, zip } from '@console/gateway/testing/zip';
import { expect, type Page } from '@playwright/test';
import { checkScreen, goWithin, signIn, test } from './journey.ts';

/** Records the progress of an upload on a page from now on; polling would miss some of its steps. */
async function recordProgress(page: Page) {
  await page.evaluate(() => {
    const shown = { shares: [] as number[], texts: [] as string[] };
    const add = <T>(list: T[], value: T) => list.at(-1) !== value && list.push(value);
    const look = () => {
      const root = document.querySelector('.mantine-Progress-root');
      if (!root) return;
      add(shown.texts, root.previousElementSibling?.textContent ?? '');
      const share = root.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow');
      if (share) add(shown.shares, Number(share));
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    Object.assign(window, { shown });
  });
  return () => page.evaluate(() => (window as unknown as { shown: { shares: number[]; texts: string[] } }).shown);
}

test('UPLOAD-7 while 5,000 rows are sent over a slow line a bar shows how far, and then that they are checked', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'organiser@demo.example', '/U/upload');
  const network = await page.context().newCDPSession(page);
  const shown = await recordProgress(page);
  const kilobyte = 1024;
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: 120 * kilobyte,
  });
  const rows = Array.from(
    { length: 5000 },
    (_, at) => `N${at},Many,n${at}.many@demo.example,Engineer,Auditee,organiser@demo.example,InfoSec`,
  );
  const buffer = Buffer.from(
    ['firstname,lastname,email,designation,role,supervisor,department_name', ...rows].join('\n'),
  );
  await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('table', { name: 'Rows of the file' })).toBeVisible({ timeout: 120_000 });
  const { shares, texts } = await shown();
  expect(new Set(shares).size).toBeGreaterThan(2);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(texts).toEqual(['Sending the file…', 'Checking the file…']);
});

/** The downloaded template with these rows in its sheet, as a spreadsheet program stores them. */
const filledTemplate = async (page: Page, rows: readonly (readonly (string | number)[])[]): Promise<Buffer> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /template/i }).click(),
  ]);
  const parts = unzip(await readFile(await download.path()));
  // The sheet has lists for the roles that an organiser may give, and suggestions for columns that accept other values too.
  expect(parts['xl/worksheets/sheet1.xml']?.match(/<dataValidation /g)).toHaveLength(4);
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

test('START-24 START-26 START-28 UPLOAD-6 the downloaded template, filled in, is uploaded as it is, and is one line of the activity', async ({
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
  await expect(page.getByText('Read as a workbook (.xlsx), sheet “Users”.')).toBeVisible();
  await expect(page.getByText('2 values were converted. The original is shown below each.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Rows of the file' }).getByRole('row')).toHaveCount(3);
  await checkScreen(page, 'user-upload-workbook');
  await page.getByRole('button', { name: 'Upload 2 users' }).click();
  await expect(page.getByText('File Uploaded successfully!')).toBeVisible();
  await goWithin(page, '/U');
  await page.getByRole('searchbox').fill('annie.template@demo.example');
  await expect(page.getByRole('table').first()).toContainText('annie.template@demo.example');
  await goWithin(page, '/O/activity?action=USERS_UPLOAD');
  const events = page.getByRole('list', { name: 'Events' });
  // Other journeys upload two users as well, so the newest event is used.
  const event = events.getByRole('listitem').filter({ hasText: 'uploaded 2 users.' }).first();
  await event.getByRole('button', { name: /uploaded 2 users/ }).click();
  await expect(event.getByRole('link', { name: 'Édith Template' })).toBeVisible();
  await checkScreen(page, 'activity-upload');
});

const header = 'firstname,lastname,email,country_code,mobile,designation,role,dept_lead,supervisor,department_name\n';
const line = (name: string, email: string, role = 'Auditee') =>
  `${name},Corrected,${email},+44,,Engineer,${role},no,organiser@demo.example,InfoSec\n`;
const chooseCsv = (page: Page, text: string | Buffer) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
const downloaded = async (page: Page, button: string): Promise<Buffer> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return readFile(await download.path());
};

test('UPLOAD-3 UPLOAD-4 invalid cells are corrected in place; what was left out is downloaded, and uploaded as it is', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'organiser@demo.example', '/U/upload');
  const first = line('=Ann', 'ann.corrected@demo.example') + line('Bob', 'bob.corrected', 'Emperor');
  await chooseCsv(page, header + first + line('Cyd', 'cyd.corrected'));
  const table = page.getByRole('table', { name: 'Rows of the file' });
  await expect(page.getByText('2 of 3 rows are invalid')).toBeVisible();
  await checkScreen(page, 'user-upload-invalid');
  await table.getByLabel('role of row 3').selectOption('Auditee');
  await table.getByLabel('email of row 3').fill('bob.corrected@demo.example');
  await table.getByLabel('email of row 3').press('Enter');
  await expect(page.getByText('1 of 3 rows is invalid')).toBeVisible();
  await checkScreen(page, 'user-upload-corrected');
  await page.getByRole('button', { name: 'Upload 2 valid rows' }).click();
  await expect(page.getByText('File Uploaded successfully!')).toBeVisible();
  const left = await downloaded(page, 'Download skipped rows');
  await checkScreen(page, 'user-upload-result');
  await page.getByRole('button', { name: 'Upload another file' }).click();
  await chooseCsv(page, left);
  await expect(page.getByText('1 of 1 row is invalid')).toBeVisible();
  await table.getByLabel('email of row 2').fill('cyd.corrected@demo.example');
  await page.getByRole('button', { name: 'Check 1 correction' }).click();
  await page.getByRole('button', { name: 'Upload 1 user' }).click();
  await expect(page.getByRole('heading', { name: 'Result', exact: true })).toBeVisible();
  // The alert of the first upload may still be shown next to that of the second.
  await expect(page.getByText('File Uploaded successfully!').first()).toBeVisible();
  await goWithin(page, '/U');
  await page.getByRole('searchbox').fill('corrected');
  const users = page.getByRole('table').first();
  for (const name of ['=Ann Corrected', 'Bob Corrected', 'Cyd Corrected']) await expect(users).toContainText(name);
});
