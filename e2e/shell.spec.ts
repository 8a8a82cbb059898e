import { expect } from '@playwright/test';
import { checkScreen, signIn, test } from './journey.ts';

test('SHELL-1 LOGIN-10 an address that was opened while signed out is shown after signing in', async ({ page }) => {
  await page.goto('/O?x=1');
  await expect(page).toHaveURL(/\/login\?next=\/O%3Fx%3D1$/);
  await page.getByRole('textbox', { name: 'Email' }).fill('admin@demo.example');
  await page.getByRole('textbox', { name: 'Password' }).fill('Welcome#2026');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/O\?x=1$/);
});

test('RELIABILITY-F33 SHELL-15 a missing chunk reloads the page once, then shows the fallback screen', async ({
  page,
}) => {
  await signIn(page, 'admin@demo.example');
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.route(/\/assets\/OrganisationPage.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/O');
  await expect(page.getByText('Something went wrong. Please check logs')).toBeVisible();
  await expect(page.getByRole('button', { name: /reload/i })).toBeVisible();
  expect(loads).toBe(2);
});

test('START-39 RELIABILITY-F29 ERR-12 ERR-13 ERR-14 a form that is submitted offline keeps its values, and can be submitted again', async ({
  page,
  context,
}) => {
  await signIn(page, 'assessor@demo.example', '/profile');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel(/first name/i).fill('Offline');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Request Failed');
  await expect(page.getByRole('alert')).toContainText('Nothing was saved.');
  await expect(page.getByLabel(/first name/i)).toHaveValue('Offline');
  const notices = page.getByRole('status', { name: 'Notices' });
  await expect(notices).toContainText('You are offline.');
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.headers()['x-apollo-operation-type'] === 'mutation') changes.push(request.url());
  });
  await context.setOffline(false);
  // The console repeats queries by itself, but never mutations.
  await expect(notices).not.toContainText('You are offline.');
  expect(changes).toEqual([]);
  await checkScreen(page, 'failed-save');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Update User')).toBeVisible();
  expect(changes).toHaveLength(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
