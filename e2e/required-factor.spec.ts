import { expect } from '@playwright/test';
import { checkScreen, signIn, test } from './journey.ts';

test('FACTOR-14 an Organiser sees who has a second factor, and lists those without', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'organiser@demo.example', '/U');
  const table = page.getByRole('table', { name: 'Active users', exact: true });
  await expect(table.getByRole('columnheader', { name: 'Second factor' })).toBeVisible();
  await expect(table.getByText('None', { exact: true }).first()).toBeVisible();
  await page.screenshot({ path: '/tmp/f-1280.png' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForTimeout(500);
  await page.screenshot({ path: '/tmp/f-390.png' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForTimeout(300);
  await page.screenshot({ path: '/tmp/f-390d.png' });
  await page.emulateMedia({ colorScheme: 'light' });
  await checkScreen(page, 'users-factors');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('combobox', { name: 'Second factor' }).selectOption('Any');
  await expect(page).toHaveURL('/U?factor=any');
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
});
