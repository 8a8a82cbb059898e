import { expect, type Route } from '@playwright/test';
import { exportAs } from './exports.ts';
import { checkScreen, signIn, test } from './journey.ts';

test('EXPORT-15 an export can be cancelled, and one that breaks off says so: nothing is saved', async ({ page }) => {
  await signIn(page, 'admin@demo.example', '/T');
  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });
  const held: Route[] = [];
  await page.route('**/export/**', (route) => held.push(route));
  await exportAs(page, 'active organisations', 'Excel');
  const progress = page.getByText(/^Exporting Active organisations .*\.xlsx$/);
  await expect(progress).toBeVisible();
  await checkScreen(page, 'export under way');
  await expect.poll(() => held.length).toBe(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(progress).toBeHidden();
  await exportAs(page, 'active organisations', 'Excel');
  await expect(progress).toBeVisible();
  await expect.poll(() => held.length).toBe(2);
  await held[1]?.abort('connectionreset');
  await expect(page.getByRole('alert').filter({ hasText: /cannot be reached|interrupted/ })).toBeVisible();
  await expect(progress).toBeHidden();
  expect(downloads).toBe(0);
});
