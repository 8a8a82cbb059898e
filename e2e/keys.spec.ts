import { expect, type Page } from '@playwright/test';
import { setFirstPassword } from './first-password.ts';
import { checkScreen, signIn, test } from './journey.ts';
import { removeSystem, startSystem } from './system.ts';

const email = 'first@acme.example';

/** Sends a document as a program, as docs/integrating.md says. */
async function ask(url: string, key: string, query: string, variables: object = {}) {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query, variables }),
  });
  return answer.json();
}

const codesOf = ({ errors = [] }: { errors?: { extensions: { code: string } }[] }) =>
  errors.map(({ extensions }) => extensions.code);

/** Reads the new key from the dialog that shows it once. */
async function readNewKey(page: Page): Promise<string> {
  await expect(page.getByRole('dialog', { name: 'Copy your API key' })).toBeVisible();
  return page.getByLabel('API key', { exact: true }).inputValue();
}

test('DESIGN-8 without demo data: from the first sign-in to a first answer with a key that reads only, until it is revoked', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const system = await startSystem({ DEMO: 'off', FIRST_ADMIN_EMAIL: email });
  const page = await (await browser.newContext({ baseURL: system.url })).newPage();
  const link = / {2}Set the password at {2}(\S+)/.exec(system.output())?.[1] ?? '';
  await setFirstPassword(page, link, email);
  await expect(page).toHaveURL(/\/O\/add$/);

  await page.goto('/profile');
  await page.getByRole('link', { name: 'API Keys' }).click();
  await page.getByRole('button', { name: 'Create API Key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('First steps');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const key = await readNewKey(page);
  expect(key).toMatch(/^key_[\da-f]{8}_[\w-]{43}$/);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page.getByText(key)).toHaveCount(0);

  const viewer = '{ viewer { user { email } } }';
  expect(await ask(system.url, key, viewer)).toMatchObject({ data: { viewer: { user: { email } } } });
  const input = {
    ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@acme.example', designation: 'Analyst' },
    ...{ supervisorEmail: email, department: 'Legal', roleId: '5', organisationId: '1' },
  };
  const create = 'mutation($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';
  const refused = await ask(system.url, key, create, { input });
  expect(codesOf(refused)).toEqual(['FORBIDDEN']);
  expect(refused.errors[0].message).toBe('This needs an API key with the scope users:write.');

  await page.getByRole('button', { name: 'Revoke First steps' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('row', { name: /First steps/ }).getByText('Revoked')).toBeVisible();
  expect(codesOf(await ask(system.url, key, viewer))).toEqual(['UNAUTHENTICATED']);
  expect(system.output()).not.toContain(key.slice(13));
  await removeSystem(system);
});

test('DESIGN-8 a key is rotated with the keyboard alone; its screens fit both widths and colour schemes', async ({
  page,
  system,
}) => {
  test.setTimeout(120_000);
  await signIn(page, 'organiser@demo.example');
  await page.goto('/profile?tab=api-keys');
  await page.getByRole('button', { name: 'Create API Key' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly user sync');
  await page.getByRole('checkbox', { name: 'Change users' }).focus();
  await page.keyboard.press('Space');
  await checkScreen(page, 'api-key-new');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Create', exact: true }).focus();
  await page.keyboard.press('Enter');
  const old = await readNewKey(page);
  await checkScreen(page, 'api-key-shown-once');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'I have stored it' }).focus();
  await page.keyboard.press('Enter');

  await page.getByRole('button', { name: 'Rotate Nightly user sync' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).focus();
  await page.keyboard.press('Enter');
  const fresh = await readNewKey(page);
  expect(fresh).not.toBe(old);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page.getByRole('row', { name: /Nightly user sync/ })).toHaveCount(2);
  for (const key of [old, fresh]) expect(codesOf(await ask(system.url, key, '{ viewer { user { id } } }'))).toEqual([]);
  await checkScreen(page, 'api-keys');

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/O');
  await page.getByRole('link', { name: 'API Keys' }).click();
  await expect(page).toHaveURL(/\/O\/keys$/);
  await expect(page.getByRole('row', { name: /Nightly user sync/ })).toHaveCount(2);
  await checkScreen(page, 'organisation-api-keys');
});
