import { expect, type Page } from '@playwright/test';
import { newPassword, setFirstPassword } from './first-password.ts';
import { onboard } from './forms.ts';
import { checkScreen, enterCredentials, expectSignedOut, goTo, goWithin, test } from './journey.ts';
import { ask, codesOf, readNewKey } from './keys.ts';
import { newDataDir, removeSystem, type System, startSystem } from './system.ts';

const email = 'first@acme.example';
const linkIn = (output: string) => / {2}Set the password at {2}(\S+)/.exec(output)?.[1];

/** Creates a read-only key in the console, sends a request with it, and revokes it. */
async function useKey(page: Page, system: System): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('button', { name: 'Create API key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('First steps');
  await page.getByLabel('Password *').fill(newPassword);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const key = await readNewKey(page);
  expect(key).toMatch(/^key_[\da-f]{8}_[\w-]{43}$/);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page.getByText(key)).toHaveCount(0);

  const viewer = '{ viewer { user { email } } }';
  expect(await ask(system.url, key, viewer)).toMatchObject({ data: { viewer: { user: { email } } } });
  const input = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@acme.example',
    designation: 'Analyst',
    supervisorEmail: email,
    department: 'Legal',
    roleId: '5',
    organisationId: '1',
  };
  const create = 'mutation($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';
  const refused = await ask(system.url, key, create, { input });
  expect(codesOf(refused)).toEqual(['FORBIDDEN']);
  expect(refused.errors[0].message).toBe('This requires an API key with the scope users:write.');

  await page.getByRole('button', { name: 'Revoke First steps' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('row', { name: /First steps/ }).getByText('Revoked')).toBeVisible();
  expect(codesOf(await ask(system.url, key, viewer))).toEqual(['UNAUTHENTICATED']);
  expect(system.output()).not.toContain(key.slice(13));
}

test('START-1 START-11 START-12 START-15 START-16 OPEN-64 DESIGN-8 LOGIN-19 ONB-6 ONB-7 RESET-5 the first Administrator sets a password, signs in, tries a key and adds the first organisation', async ({
  browser,
}) => {
  // This start also creates the database, which takes longer.
  test.setTimeout(240_000);
  const env = { DEMO: 'off', FIRST_ADMIN_EMAIL: email };
  // The data folder is empty, like an operator's: other journeys copy a database.
  const system = await startSystem({ ...env, DATA_DIR: await newDataDir() });
  const link = linkIn(system.output()) ?? '';
  expect(link.startsWith(`${system.url}/reset-password?`)).toBe(true);
  expect(system.output()).not.toContain('Demo API key');
  expect(system.output()).toMatch(/Emails {7}http:\/\/localhost:\d+\/outbox/);
  const context = await browser.newContext({ baseURL: system.url });
  const page = await context.newPage();
  await setFirstPassword(page, link, email);
  await expect(page).toHaveURL(/\/O\/add$/);
  await expect(page.getByText(/^Enter the organisation you and your colleagues work for/)).toBeVisible();
  await checkScreen(page, 'first-administrator');
  await useKey(page, system);

  await goTo(page, '/T');
  await expect(page).toHaveURL(/\/O\/add$/);
  for (const name of ['First name', 'Last name']) await expect(page.getByRole('textbox', { name })).toHaveValue('');
  await onboard(page, 'Acme', ['Fiona', 'First', email]);
  await expect(page).toHaveURL(/\/O$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Acme');
  const welcome = page.getByRole('region', { name: 'First steps' });
  await expect(welcome.getByText('1 of 3 done')).toBeVisible();
  await checkScreen(page, 'first-steps');
  await welcome.getByRole('button', { name: 'Hide permanently' }).click();
  await expect(welcome).toHaveCount(0);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expectSignedOut(page);
  await enterCredentials(page, email, newPassword);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Acme');
  await expect(welcome).toHaveCount(0);

  await goWithin(page, '/profile');
  await expect(page.getByText('Fiona').first()).toBeVisible();
  await goWithin(page, '/T');
  await expect(page.getByRole('table').first().getByRole('link', { name: 'Acme' })).toBeVisible();
  await page.getByRole('link', { name: 'Create New Organisation' }).click();
  await expect(page).toHaveURL(/\/O\/create$/);
  await context.close();

  await system.stop();
  const later = await startSystem({ ...env, DATA_DIR: system.dataDir });
  expect(linkIn(later.output())).toBeUndefined();
  await removeSystem(later);
});

test('DESIGN-7 the launcher prints the demo key, which GraphQL accepts', async ({ system }) => {
  const key = / {2}Demo API key {2}([\w-]{43})\n/.exec(system.output())?.[1];
  const answer = await fetch(`${system.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query: '{ viewer { user { email } } }' }),
  });
  expect(await answer.json()).toMatchObject({ data: { viewer: { user: { email: 'admin@demo.example' } } } });
});
