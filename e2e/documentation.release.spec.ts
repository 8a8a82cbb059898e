import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { buildSchema } from 'graphql';
import { pageText } from './documentation.ts';
import { checkScreen, enterCredentials, test } from './journey.ts';
import { removeSystem, startSystem } from './system.ts';

const schema = buildSchema(readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8'));
const fieldNames = (type: 'Query' | 'Mutation') =>
  Object.keys((type === 'Query' ? schema.getQueryType() : schema.getMutationType())?.getFields() ?? {});
const typeNames = Object.keys(schema.getTypeMap()).filter((name) => !/^(__.*|Query|Mutation)$/.test(name));

test('DOC-5 each query, mutation and type has a page, and no link of any page leads nowhere', async ({ system }) => {
  const pages = new Map<string, string>();
  const open = ['/docs/'];
  const links: { from: string; to: string; anchor: string }[] = [];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (pages.has(path)) continue;
    const html = await pageText(system, path);
    pages.set(path, html);
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      if (!href.startsWith('/docs/') && !href.startsWith('#')) continue;
      const [to = '', anchor = ''] = href.split('#');
      links.push({ from: path, to: to || path, anchor });
      if (/^\/docs\/.*\/$/.test(to)) open.push(to);
    }
  }
  for (const name of [...fieldNames('Query'), ...fieldNames('Mutation')])
    expect(pages.get(`/docs/operations/${name}/`), name).toContain(`<h1>${name}`);
  for (const name of typeNames) expect(pages.get(`/docs/types/${name}/`), name).toContain(`<h1>${name}`);
  const broken = links.filter(({ to, anchor }) => {
    const html = pages.get(to);
    return html !== undefined && anchor !== '' && !html.includes(`id="${anchor}"`);
  });
  expect(broken).toEqual([]);
  for (const to of new Set(links.map((link) => link.to).filter((path) => !path.endsWith('/'))))
    expect([to, (await fetch(system.url + to)).status]).toEqual([to, 200]);
});

for (const path of [
  '/docs/',
  '/docs/start/',
  '/docs/access/',
  '/docs/types/Organisation/',
  '/docs/screens/OwnUsersPage/',
])
  test(`DOC-8 axe finds nothing on ${path}, light and dark, on a phone and a desktop`, async ({ page }) => {
    await page.goto(path);
    await checkScreen(page, path);
  });

test('DOC-8 on a phone the menu opens with a button, and the scheme is the one chosen in the console', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/docs/start/');
  const menu = page.getByRole('navigation', { name: 'Documentation' });
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu.getByRole('link', { name: 'Retries' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Retries');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'));
  await page.reload();
  await expect.poll(background).not.toBe(light);
});

test('DOC-3 in production the pages are for signed-in users, who come back to them with their session', async ({
  browser,
}) => {
  const system = await startSystem({ DOCS: 'signed-in', INTROSPECTION: 'signed-in', SANDBOX: 'signed-in' });
  const context = await browser.newContext({ baseURL: system.url });
  const page = await context.newPage();
  await page.goto('/docs/start/');
  await enterCredentials(page, 'auditee@demo.example');
  await expect(page).toHaveURL('/docs/start/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quick start');
  await page.goto('/docs/operations/updateProfile/');
  await page.getByRole('link', { name: 'Open in the sandbox' }).click();
  await expect(page.getByRole('region', { name: 'Operation Editor' })).toContainText('mutation UpdateProfile');
  await context.close();
  await removeSystem(system);
});

test('DOC-5 what is typed before the script has come is searched, and an index that cannot be read is said', async ({
  page,
}) => {
  const script = Promise.withResolvers<void>();
  await page.route('**/docs/docs.js', async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.route('**/docs/search.json', (route) => route.fulfill({ status: 503 }));
  await page.goto('/docs/', { waitUntil: 'commit' });
  const box = page.getByRole('searchbox', { name: 'Search the documentation' });
  await box.fill('retries');
  script.resolve();
  const results = page.locator('#results');
  await expect(results).toHaveText('Could not load the search. Reload the page, or change the text to try again.');
  await page.unroute('**/docs/search.json');
  await box.fill('idempotency retries');
  await expect(results.getByRole('link', { name: 'Retries' }).first()).toBeVisible();
});

test('DOC-5 Enter opens what is found for the text in the box, also before it is shown, and nothing that was found before', async ({
  page,
}) => {
  const index = Promise.withResolvers<void>();
  await page.route('**/docs/search.json', async (route) => {
    await index.promise;
    await route.continue();
  });
  await page.goto('/docs/');
  const box = page.getByRole('searchbox', { name: 'Search the documentation' });
  const hit = page.locator('#results').getByRole('link', { name: 'Scopes' }).first();
  await box.fill('scopes');
  await box.press('Enter');
  index.resolve();
  await expect(page).toHaveURL('/docs/scopes/');
  await page.goto('/docs/');
  await box.fill('scopes');
  await expect(hit).toBeVisible();
  await box.fill('');
  await box.press('Enter');
  await expect(hit).toBeHidden();
  await expect(page).toHaveURL('/docs/');
});

test('DOC-5 code is copied, and selected where the browser does not let a page copy', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs/start/');
  const copy = page.getByRole('button', { name: /^(Copy|Copied|Selected)/ }).first();
  const code = (await page.locator('pre').first().textContent()) ?? '';
  await copy.click();
  await expect(copy).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  // Simulates a page that has no TLS.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.reload();
  await copy.click();
  await expect(copy).toHaveText('Selected. Copy it manually.');
  expect(await page.evaluate(() => getSelection()?.toString().trimEnd())).toBe(code.trimEnd());
});

test('DOC-6 DOC-8 the page of an operation says who may use it, with which scopes, codes and calls, passes axe, and opens in the sandbox', async ({
  page,
}) => {
  await page.goto('/docs/operations/deactivateUser/');
  const main = page.getByRole('main');
  await expect(main.getByRole('row', { name: 'Organiser their own' })).toBeVisible();
  for (const text of ['users:write', 'sensitive:write', 'RESPONDER_ACTIVE', 'WRONG_PASSWORD', 'Idempotency-Key'])
    await expect(main.getByText(text).first()).toBeVisible();
  await expect(main.getByText('POST /consoles/activate_deactivate_user')).toBeVisible();
  await main.getByRole('tab', { name: 'Python' }).click();
  await expect(main.getByRole('tabpanel')).toContainText('urllib.request');
  await page.reload();
  await expect(main.getByRole('tabpanel')).toContainText('urllib.request');
  await checkScreen(page, 'the page of an operation');
  await main.getByRole('link', { name: 'Open in the sandbox' }).click();
  await expect(page.getByRole('region', { name: 'Operation Editor' })).toContainText('mutation DeactivateUser');
});
