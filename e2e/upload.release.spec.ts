import { expect, type Page } from '@playwright/test';
import { signIn, test } from './journey.ts';

/** Records what a page shows of the progress of an upload, from now on: a look now and then would miss some of it. */
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
    ...{ offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 120 * kilobyte },
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
