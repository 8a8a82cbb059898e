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
