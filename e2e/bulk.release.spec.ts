import { expect } from '@playwright/test';
import { activateAll, active, bar, deactivate, deactivated, question, result } from './bulk.ts';
import { checkScreen, demoPassword, openQuestion, signIn, test } from './journey.ts';

test.describe.configure({ mode: 'serial' });

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
