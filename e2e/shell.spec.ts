import { expect } from '@playwright/test';
import { checkScreen, signIn, test } from './journey.ts';

test('SHELL-17 SHELL-18 SHELL-19 MSG-1 an unknown path leads to page-not-found, which goes one step back', async ({
  page,
}) => {
  await signIn(page, 'auditee@demo.example', '/nothing/here');
  await expect(page).toHaveURL(/\/page-not-found$/);
  await expect(page.getByText('CLANG!')).toBeVisible();
  await expect(page.getByText('Page Not Found', { exact: true })).toBeVisible();
  await expect(page.getByText("What you're looking for might be renamed, removed, or might not exist!")).toBeVisible();
  await checkScreen(page, 'page-not-found');
  await page.getByRole('button', { name: 'Back to Home Page' }).click();
  await expect(page).toHaveURL(/\/O$/);
});

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

test('SHELL-13 ORG-12 a tab keeps heading, breadcrumb and tabs while its content loads', async ({ page }) => {
  await signIn(page, 'admin@demo.example', '/T');
  const link = page.getByRole('table').first().getByRole('link').first();
  const name = (await link.textContent()) ?? '';
  await link.click();
  const tab = page.getByRole('navigation', { name: 'Organisation sections' }).getByRole('link', { name: 'Model' });
  await expect(tab).toBeVisible();
  const answer = Promise.withResolvers<void>();
  await page.route('**/graphql', (route) => answer.promise.then(() => route.continue()));
  await tab.click();
  await expect(tab).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('Please Wait...')).toHaveCount(0);
  await checkScreen(page, 'tab-loading');
  answer.resolve();
  await expect(page.getByRole('table', { name: 'Allocated models' })).toBeVisible();
});

test('SHELL-7 CASES-58 the account menu is pressed while the viewer comes, which replaces its icon: the press is not lost', async ({
  page,
}) => {
  const viewer = Promise.withResolvers<void>();
  await signIn(page, 'organiser@demo.example', '/page-not-found');
  await page.route('**/graphql', async (route) => {
    await viewer.promise;
    await route.continue();
  });
  await page.goto('/O');
  const button = page.getByRole('button', { name: 'Account menu' });
  await button.hover();
  await page.mouse.down();
  viewer.resolve();
  await expect(button.locator('[data-initials=OO]')).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole('menu')).toContainText('organiser@demo.example');
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
  // The console tries again by itself to read, and only to read.
  await expect(notices).not.toContainText('You are offline.');
  expect(changes).toEqual([]);
  await checkScreen(page, 'failed-save');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Update User')).toBeVisible();
  expect(changes).toHaveLength(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
