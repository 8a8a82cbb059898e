import { expect } from '@playwright/test';
import { test } from './journey.ts';

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
