import { expect, type Page } from '@playwright/test';
import { demoPassword, goWithin, signIn, test, violationsOn } from './journey.ts';
import { createApiKey } from './rest.ts';
import { run, runUntil, storedTexts } from './sandbox.ts';

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

test('GQL-4 the sandbox works without other hosts, and has the schema', async ({ page, system }) => {
  const { outside, problems } = await openSandbox(page, system.url);
  await run(page, '"viewer": null');
  await page.getByRole('button', { name: /documentation explorer/i }).click();
  await expect(page.getByText('Query', { exact: true }).first()).toBeVisible();
  expect(outside).toEqual([]);
  expect(problems).toEqual([]);
});

/** Replaces the text of an editor by pasting: when brackets are typed, the editor adds closing ones. */
async function fillEditor(page: Page, name: 'Operation Editor' | 'Variables' | 'Headers', text: string): Promise<void> {
  if (name !== 'Operation Editor') await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('region', { name }).locator('.monaco-editor:visible').click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
}

test('GQL-4 SECURITY the sandbox stores no key and no password, and asks before the first mutation', async ({
  page,
  system,
}) => {
  await page.clock.install();
  const key = await createApiKey(system, 'organiser@demo.example');
  const secrets = [key, demoPassword, 'Inline#Password1'];
  const expectNoSecret = async () => {
    // GraphiQL stores half a second after a change.
    await page.clock.fastForward(1_000);
    const stored = await storedTexts(page);
    expect(secrets.filter((secret) => stored.includes(secret))).toEqual([]);
    return stored;
  };
  await openSandbox(page, system.url);

  await fillEditor(page, 'Headers', `{ "authorization": "Bearer ${key}" }`);
  await run(page, '"email": "organiser@demo.example"');
  await fillEditor(page, 'Variables', JSON.stringify({ password: demoPassword }));
  const deactivate = (password: string) =>
    `mutation Off${password.startsWith('$') ? `(${password}: String)` : ''} { deactivateUser(id: "0", currentPassword: ${password}) { user { id } } }`;
  await fillEditor(page, 'Operation Editor', deactivate('$password'));
  let sent = 0;
  page.on('request', (request) => {
    if (request.postData()?.includes('"Off"')) sent += 1;
  });
  const dialog = page.getByRole('alertdialog', { name: 'Run this mutation?' });
  const openDialog = () => runUntil(page, () => expect(dialog).toBeVisible({ timeout: 3_000 }));
  await openDialog();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOn(page), colorScheme).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await expect(page.locator('.graphiql-response')).toContainText('You cancelled the mutation.');
  expect(sent).toBe(0);

  await openDialog();
  await dialog.getByRole('button', { name: 'Run mutation' }).click();
  await expect.poll(() => sent).toBe(1);
  await fillEditor(page, 'Operation Editor', deactivate('"Inline#Password1"'));
  await runUntil(page, () => expect.poll(() => sent, { timeout: 3_000 }).toBeGreaterThan(1));
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: /documentation explorer/i }).click();
  expect(await expectNoSecret()).toContain('graphiql:visiblePlugin');

  await page.reload();
  await run(page, '"viewer": null');
  const html = await page.content();
  expect(secrets.filter((secret) => html.includes(secret))).toEqual([]);
  await expectNoSecret();
});

test('SANDBOX-6 SANDBOX-7 the operation of a page and the examples open in the sandbox, and do not run', async ({
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
  await sandbox.getByRole('button', { name: 'Show Example operations' }).click();
  const ready = sandbox.getByRole('region', { name: 'Example operations' });
  await ready.getByRole('button', { name: 'deactivateUser' }).click();
  await expect(sandbox.getByRole('region', { name: 'Operation Editor' })).toContainText('mutation DeactivateUser');
  for (const colorScheme of ['light', 'dark'] as const) {
    await sandbox.emulateMedia({ colorScheme });
    // GraphiQL's editor does not follow the colour scheme, so only the sandbox's own panel is checked.
    const own = (await violationsOn(sandbox)).filter((text) => text.includes('sandbox-panel'));
    expect(own, colorScheme).toEqual([]);
  }
  await expect(sandbox.locator('.graphiql-response')).not.toContainText(/"viewer"|"deactivateUser"/);
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
