import { expect } from '@playwright/test';
import { checkScreen, signIn, test } from './journey.ts';

test('SHELL-15 the first click on a link with a missing chunk shows the fallback screen, and Reload opens that page', async ({
  page,
}) => {
  await signIn(page, 'admin@demo.example');
  let loads = 0;
  page.on('load', () => (loads += 1));
  const missingChunk = /\/assets\/UsersPage.*\.js$/;
  await page.route(missingChunk, (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'User' }).click();
  await expect(page.getByText('Something went wrong. Please check logs')).toBeVisible();
  await expect(page).toHaveURL(/\/U$/);
  expect(loads).toBe(0);
  await page.unroute(missingChunk);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
});

for (const [what, files] of [
  ['the console’s own script', /\/assets\/index-.*\.js$/],
  ['a script that it imports', /\/assets\/console-.*\.js$/],
  ['every script and style', /\.(js|css)$/],
] as const)
  test(`SHELL-15 without ${what} the page reports it and offers to reload`, async ({ page }) => {
    await page.route(files, (route) => route.abort());
    await page.goto('/login?next=/T');
    await expect(page.getByRole('heading', { name: 'Something went wrong. Please check logs' })).toBeVisible();
    await checkScreen(page, 'not-started');
    await page.unroute(files);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Reload' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
  });

test('SHELL-13 a page preloads the scripts of its route, and without a session those of the sign-in page', async ({
  page,
}) => {
  const namedAt = async (path: string) => {
    const html = await (await page.request.get(path)).text();
    return [...html.matchAll(/rel="modulepreload"[^>]* href="\/assets\/(\w+Page)-/g)].map(([, name]) => name);
  };
  expect(await namedAt('/login')).toEqual(['LoginPage']);
  expect(await namedAt('/O')).toEqual(['LoginPage']);
  await signIn(page, 'admin@demo.example');
  expect(await namedAt('/')).toEqual(['OrganisationPage']);
  expect(await namedAt('/T?page=2')).toEqual(['OrganisationListPage']);
  const needed: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && needed.push(new URL(request.url()).pathname));
  await page.goto('/T');
  await expect(page.getByRole('table').first()).toBeVisible();
  const html = await (await page.request.get('/T')).text();
  const layouts = needed.filter((path) => /\/assets\/(client|shell|table)-/.test(path));
  expect(layouts).toHaveLength(3);
  for (const path of layouts) expect(html).toContain(`rel="modulepreload" crossorigin href="${path}"`);
  expect(await namedAt('/nothing/here')).toEqual([]);
});

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
