import { expect } from '@playwright/test';
import { checkScreen, goTo, signIn, test } from './journey.ts';
import { recordOperations } from './traffic.ts';

test('UI-20 on a touch screen everything but the rows of a table is at least 44 px high', async ({
  browser,
  system,
}) => {
  const page = await browser.newPage({
    baseURL: system.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  await page.goto('/login');
  const small = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('button, input, select, [role="button"]')]
        .filter((element) => !element.closest('table') && element.checkVisibility())
        .filter((element) => !element.closest('.mantine-Input-section'))
        // A password field and its button share a frame.
        .map((element) => element.closest('.mantine-Input-input') ?? element)
        .filter((element) => element.getBoundingClientRect().height < 44)
        .map((element) => element.outerHTML.slice(0, 120)),
    );
  await expect.poll(() => small()).toEqual([]);
  await signIn(page, 'organiser@demo.example', '/U');
  await expect(page.getByRole('table').first()).toBeVisible();
  await expect.poll(() => small()).toEqual([]);
  await page.close();
});

test('USER-1 USER-2 USER-4 the users of the organisation are one request, with counters and both tables', async ({
  page: first,
  context,
}) => {
  await signIn(first, 'organiser@demo.example');
  const page = await context.newPage();
  const operations = recordOperations(page);
  await page.goto('/U');
  const active = page.getByRole('table').first();
  for (const column of ['Name', 'Email', 'Department', 'Role', 'Action'])
    await expect(active.getByRole('columnheader', { name: column })).toBeVisible();
  await expect(page.getByText(/^User Limit/).first()).toBeVisible();
  await expect(page.getByText(/^Active Users/).first()).toBeVisible();
  // The texts are read once the page is rendered.
  expect(operations.filter((name) => !/^(Invitation|RecentBulkJob|useUnsentEmails)/.test(name))).toHaveLength(1);
  await checkScreen(page, 'users');
});

test('USER-3 CONST-7 search, page and page size are in the URL', async ({ page }) => {
  await signIn(page, 'organiser@demo.example', '/U');
  await page.getByRole('searchbox').fill('assessor@demo.example');
  await expect(page).toHaveURL(/search=assessor/);
  const active = page.getByRole('table').first();
  await expect(active.getByRole('row')).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('assessor@demo.example');
  await expect(active.getByRole('row')).toHaveCount(2);
  await page.getByRole('searchbox').fill('nobody has this name');
  await expect(page.getByText('No Data').first()).toBeVisible();
});

test('USER-33 USER-34 NAV-10 NAV-11 unknown, foreign and forbidden users look the same', async ({
  page,
  browser,
  system,
}) => {
  await signIn(page, 'admin@demo.example', '/T');
  await expect(page.getByRole('table').first()).toBeVisible();
  const foreign = page.getByRole('table').first().getByRole('link').filter({ hasNotText: 'Demo Industries' }).first();
  await foreign.click();
  await expect(page).toHaveURL(/\/O\/\d+/);
  const address = new URL(page.url()).pathname;
  await page.goto(`${address}/user`);
  await page.getByRole('table').first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/user\/\d+/);
  const foreignUser = new URL(page.url()).pathname.split('/').at(-1);
  const other = await browser.newPage({ baseURL: system.url });
  await signIn(other, 'organiser@demo.example', address);
  await expect(other).toHaveURL(/\/page-not-found$/);
  for (const path of ['/T', `${address}/user`, `/U/${foreignUser}/view`, '/U/999999/view', '/O/999999']) {
    await goTo(other, path);
    await expect(other, path).toHaveURL(/\/page-not-found$/);
  }
  await goTo(page, '/O/999999');
  await expect(page).toHaveURL(/\/page-not-found$/);
  await other.close();
});
