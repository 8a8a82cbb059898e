import { expect } from '@playwright/test';
import { activateAll, active, deactivate, deactivated, result } from './bulk.ts';
import { signIn, test } from './journey.ts';

test('BULKACT-23 BULKACT-20 BULKACT-26 a browser that is closed in the middle: the act goes on, and its result is there in a new browser', async ({
  browser,
  system,
}) => {
  const context = await browser.newContext({ baseURL: system.url });
  const page = await context.newPage();
  await signIn(page, 'organiser@demo.example', '/U?search=brandt');
  const rows = active(page).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const count = (await rows.count()) - 1;
  await active(page).getByRole('checkbox', { name: 'Select all rows on this page' }).click();
  await deactivate(page);
  await context.close();
  const again = await browser.newContext({ baseURL: system.url });
  const reopened = await again.newPage();
  await signIn(reopened, 'organiser@demo.example', '/U?search=brandt');
  await expect(deactivated(reopened)).toBeVisible();
  // The lists may have been read while the bulk action ran.
  await reopened.reload();
  await result(reopened).getByRole('button', { name: 'Close' }).click();
  await activateAll(reopened, count);
  await again.close();
});
