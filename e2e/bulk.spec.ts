import { expect, type Page } from '@playwright/test';
import { checkScreen, demoPassword, openQuestion, signIn, test } from './journey.ts';

test.describe.configure({ mode: 'serial' });

const active = (page: Page) => page.getByRole('table', { name: 'Active users', exact: true });
const inactive = (page: Page) => page.getByRole('table', { name: 'Inactive users' });
const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' });
const result = (page: Page) => page.getByRole('region', { name: 'Bulk action' });
const question = (page: Page) => page.getByRole('dialog');

/** Deactivates what is chosen; the result is not awaited. */
async function deactivate(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Deactivate' }).click();
  await question(page).getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await question(page).getByRole('button', { name: 'Deactivate' }).click();
  await expect(question(page)).toHaveCount(0);
}

const deactivated = (page: Page) => result(page).getByRole('heading', { name: /^Deactivate: \d+ deactivated/ });

/** Activates the users that were deactivated, once they are all listed, and closes the result. */
async function activateAll(page: Page, count: number): Promise<void> {
  await expect(inactive(page).getByRole('row')).toHaveCount(count + 1);
  await inactive(page).getByRole('checkbox', { name: 'Select all rows on this page' }).click();
  await bar(page).getByRole('button', { name: 'Activate' }).click();
  await question(page).getByRole('button', { name: 'Activate' }).click();
  await expect(result(page).getByRole('heading', { name: `Activate: ${count} activated` })).toBeVisible();
  await result(page).getByRole('button', { name: 'Close' }).click();
}

test('BULKACT-23 three users are deactivated with the mouse in one act, and activated again; each state passes axe', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'organiser@demo.example', '/U?search=venter');
  const rows = active(page).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const count = (await rows.count()) - 1;
  await active(page).getByRole('checkbox', { name: 'Select all rows on this page' }).click();
  await expect(bar(page)).toContainText(`${count} user`);
  await checkScreen(page, 'chosen rows');
  await bar(page).getByRole('button', { name: 'Change role' }).click();
  await checkScreen(page, 'question');
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await deactivate(page);
  await expect(deactivated(page)).toBeVisible();
  await checkScreen(page, 'result of a bulk act');
  await result(page).getByRole('button', { name: 'Close' }).click();
  await activateAll(page, count);
  await expect(rows).toHaveCount(count + 1);
});

test('BULKACT-23 with keys alone on a phone: x, Shift with arrows, the act and its password', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'organiser@demo.example', '/U?search=mateo');
  await expect(active(page).getByRole('checkbox').nth(1)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(bar(page)).toContainText('1 user selected');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('2 users selected');
  await bar(page).getByRole('button', { name: 'Deactivate' }).focus();
  await page.keyboard.press('Enter');
  await (await openQuestion(page)).getByRole('textbox', { name: 'Password' }).focus();
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await expect(result(page).getByRole('heading', { name: /2 deactivated/ })).toBeFocused();
  await result(page).getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Enter');
  await activateAll(page, 2);
});

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
  // The lists may have been read while it ran.
  await reopened.reload();
  await result(reopened).getByRole('button', { name: 'Close' }).click();
  await activateAll(reopened, count);
  await again.close();
});
