import { expect } from '@playwright/test';
import { goWithin, signIn, test, violationsOn } from './journey.ts';
import { run, storedTexts } from './sandbox.ts';

test('SANDBOX-4 SANDBOX-5 SANDBOX-6 SANDBOX-7 the operation of a page opens with its cost, and its text is stored once that is switched on, until the sign-out', async ({
  page,
  context,
}) => {
  await signIn(page, 'organiser@demo.example');
  await goWithin(page, '/U');
  await page.keyboard.press('ControlOrMeta+k');
  const opening = context.waitForEvent('page');
  await page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox').fill('GraphQL for this page');
  await page.getByRole('option', { name: 'GraphQL for this page' }).click();
  const sandbox = await opening;
  await expect(sandbox.getByRole('region', { name: 'Operation Editor' })).toContainText('OwnUsersPage');
  expect(new URL(sandbox.url()).hash).toBe('');
  const cost = sandbox.getByRole('status').filter({ hasText: 'Costs' });
  await expect(async () => {
    await sandbox.getByRole('button', { name: 'Cost of this operation' }).click({ timeout: 3_000 });
    await expect(cost).toHaveText(/^Costs \d+ points \(\d+ rows, \d+ per-object calls?\)\.$/, { timeout: 3_000 });
  }).toPass({ timeout: 20_000 });
  await expect(sandbox.locator('.graphiql-response')).not.toContainText('"viewer"');

  await sandbox.getByRole('button', { name: 'Show History' }).click();
  const history = sandbox.getByRole('region', { name: 'History' });
  await sandbox.getByRole('button', { name: 'Cost of this operation' }).click();
  await run(sandbox, '"viewer": {');
  expect(await storedTexts(sandbox)).not.toContain('OwnUsersPage');
  await history.getByRole('checkbox').check();
  await run(sandbox, '"viewer": {');
  await expect(history.getByRole('button', { name: 'OwnUsersPage' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await sandbox.emulateMedia({ colorScheme });
    // GraphiQL's editor does not follow.
    const own = (await violationsOn(sandbox)).filter((text) => /sandbox-(panel|switch|cost)/.test(text));
    expect(own, colorScheme).toEqual([]);
  }
  await sandbox.getByRole('button', { name: 'Show Example operations' }).click();
  const ready = sandbox.getByRole('region', { name: 'Example operations' });
  await ready.getByRole('button', { name: 'deactivateUser' }).click();
  await expect(sandbox.getByRole('region', { name: 'Operation Editor' })).toContainText('mutation DeactivateUser');
  await expect(sandbox.locator('.graphiql-response')).not.toContainText('"deactivateUser"');
  await sandbox.getByRole('button', { name: 'Show History' }).click();
  await page.bringToFront();
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.getByRole('combobox').fill('sign out');
  await palette.getByRole('option', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
  await expect(history.getByRole('button', { name: 'OwnUsersPage' })).toHaveCount(0);
  expect(await storedTexts(page)).not.toContain('OwnUsersPage');
});

test('ACCESS-6 axe finds nothing in the sandbox, light, dark and in a contrast theme', async ({ page }) => {
  await signIn(page, 'organiser@demo.example', '/profile');
  for (const media of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }] as const) {
    await page.emulateMedia(media);
    await page.goto('/graphql');
    await expect(page.getByRole('main').getByRole('region', { name: 'Operation Editor' })).toContainText('WhoAmI');
    await run(page, '"activeUserCount"');
    await expect.poll(() => violationsOn(page), JSON.stringify(media)).toEqual([]);
  }
});
