import { expect } from '@playwright/test';
import { checkScreen, test } from './journey.ts';

test('DOC-5 DOC-8 PROVISION-11 the pages need no other host and nothing inline, and a search leads to guides, operations and fields', async ({
  page,
  system,
}) => {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== system.url) problems.push(request.url());
  });
  await page.goto('/docs/');
  await page.getByRole('main').getByRole('link', { name: 'Quick start', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quick start');
  const results = page.locator('#results');
  for (const [words, title, address] of [
    ['idempotency retries', 'Retries', '/docs/retries/'],
    ['deactivate user', 'deactivateUser', '/docs/operations/deactivateUser/'],
    ['user limit text', 'Organisation.userLimitText', '/docs/types/Organisation/#userLimitText'],
    ['scopes', 'Scopes', '/docs/scopes/'],
    ['entra tenant url', 'Microsoft Entra ID', '/docs/microsoft-entra-id/'],
    ['okta connector', 'Okta', '/docs/okta/'],
  ] as const) {
    await page.keyboard.press('/');
    await page.getByRole('searchbox', { name: 'Search the documentation' }).fill(words);
    const hit = results.getByRole('link', { name: title }).first();
    await expect(hit).toBeVisible();
    await hit.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(address);
  }
  await page.getByRole('searchbox').fill('xyzzy');
  await expect(results).toHaveText('No results for “xyzzy”');
  await page.keyboard.press('Escape');
  await expect(results).toBeHidden();
  expect(problems).toEqual([]);
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
  // As on a page without TLS.
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
