import { expect, type Page } from '@playwright/test';
import { signIn, test } from './journey.ts';

/** Opens the sandbox with all other hosts blocked; returns the blocked requests and the errors of the page. */
async function openSandbox(page: Page, origin: string) {
  const outside: string[] = [];
  const problems: string[] = [];
  await page.route(
    (url) => url.origin !== origin && !['data:', 'blob:'].includes(url.protocol),
    (route) => {
      outside.push(route.request().url());
      return route.abort();
    },
  );
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto('/graphql');
  await expect(page.getByRole('button', { name: /execute query/i })).toBeVisible();
  return { outside, problems };
}

/** Runs the first example. The editor does not react at once. */
const run = (page: Page, expected: string) =>
  expect(async () => {
    await page.getByRole('button', { name: /execute query/i }).click();
    await expect(page.locator('.graphiql-response')).toContainText(expected, { timeout: 3_000 });
  }).toPass({ timeout: 20_000 });

test('GQL-4 the sandbox works without other hosts, and has the schema', async ({ page, system }) => {
  const { outside, problems } = await openSandbox(page, system.url);
  await run(page, '"viewer": null');
  await page.getByRole('button', { name: /documentation explorer/i }).click();
  await expect(page.getByText('Query', { exact: true }).first()).toBeVisible();
  expect(outside).toEqual([]);
  expect(problems).toEqual([]);
});

test('GQL-4 GQL-5 the sandbox uses the session of the signed-in user', async ({ page, system }) => {
  await signIn(page, 'architect@demo.example');
  await openSandbox(page, system.url);
  await run(page, '"email": "architect@demo.example"');
  // The session is unchanged.
  await page.goto('/O');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Demo');
});
