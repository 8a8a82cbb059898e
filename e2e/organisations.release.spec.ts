import { expect } from '@playwright/test';
import { checkScreen, signIn, test } from './journey.ts';
import { recordOperations } from './traffic.ts';

/** Operations of the page itself, without received requests and the notice about email, which load once it is rendered. */
const ofPage = (operations: readonly string[]) =>
  operations.filter((name) => !['MappingRequests', 'useUnsentEmails'].includes(name));

test('the user’s organisation is one GraphQL request, and its logo comes from the same origin', async ({
  page: first,
  context,
  system,
}) => {
  await signIn(first, 'organiser@demo.example');
  const page = await context.newPage();
  const operations = recordOperations(page);
  await page.goto('/O');
  const logo = page.getByRole('banner').getByRole('img').first();
  await expect(logo).toBeVisible();
  await expect(logo).toHaveAttribute('src', /\/files\/[A-Za-z0-9_-]{22}$/);
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(ofPage(operations)).toHaveLength(1);
  expect(page.url()).toBe(`${system.url}/O`);
});

test('ORG-1 ORG-2 ORG-6 ORG-7 organisations are listed in one request, and a page of one leads back to the list', async ({
  page: first,
  context,
}) => {
  await signIn(first, 'architect@demo.example');
  const page = await context.newPage();
  const operations = recordOperations(page);
  await page.goto('/T');
  const active = page.getByRole('table').first();
  for (const column of [
    'Organisation',
    'Allocated Models',
    'Assessments',
    'Pending',
    'Completed',
    'Total',
    'Assessors',
    'Auditees',
  ])
    await expect(active.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
  expect(ofPage(operations)).toHaveLength(1);
  await checkScreen(page, 'organisations');
  const name = (await active.getByRole('link').first().textContent()) ?? '';
  await active.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await expect(page).toHaveURL(/\/O\/\d+\?from=T$/);
  await checkScreen(page, 'organisation');
  await page.locator('[data-page-tabs]').getByRole('link', { name: 'User', exact: true }).click();
  await expect(page).toHaveURL(/\/O\/\d+\/user/);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/T$/);
});

test('ORG-3 REST-37 a list is sorted and paged on the server, and the state is in the URL', async ({ page }) => {
  await signIn(page, 'admin@demo.example', '/T');
  const first = page.getByRole('table').first().getByRole('link').first();
  await page
    .getByRole('table')
    .first()
    .getByRole('button', { name: /^Organisation/ })
    .click();
  await expect(page).toHaveURL(/sort=/);
  await expect(first).toHaveText(/^A/);
  const name = (await first.textContent()) ?? '';
  await page.reload();
  await expect(first).toHaveText(name);
});
