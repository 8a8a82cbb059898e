import { expect } from '@playwright/test';
import { setFirstPassword } from './first-password.ts';
import { chooseOption, fillOrganisation } from './forms.ts';
import { checkScreen, test } from './journey.ts';
import { removeSystem, startSystem } from './system.ts';

const email = 'first@acme.example';
const linkIn = (output: string) => / {2}Set the password at {2}(\S+)/.exec(output)?.[1];

test('OPEN-64 LOGIN-19 ONB-6 ONB-7 RESET-5 the first Administrator sets a password, signs in and adds the first organisation', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const env = { DEMO: 'off', FIRST_ADMIN_EMAIL: email };
  const first = await startSystem(env);
  const ended = linkIn(first.output()) ?? '';
  expect(ended.startsWith(`${first.url}/reset-password?`)).toBe(true);
  expect(first.output()).not.toContain('Demo API key');
  await first.stop();

  const system = await startSystem({ ...env, DATA_DIR: first.dataDir });
  const link = linkIn(system.output()) ?? '';
  const context = await browser.newContext({ baseURL: system.url });
  const page = await context.newPage();
  await page.goto(ended.replace(first.url, system.url));
  await expect(page).toHaveURL(/\/page-not-found$/);
  await setFirstPassword(page, link, email);
  await expect(page).toHaveURL(/\/O\/add$/);
  await checkScreen(page, 'first-administrator');

  await page.goto('/T');
  await expect(page).toHaveURL(/\/O\/add$/);
  await fillOrganisation(page, 'Acme');
  await page.getByRole('textbox', { name: 'First name' }).fill('Fiona');
  await page.getByRole('textbox', { name: 'Last name' }).fill('First');
  await page.getByRole('textbox', { name: 'Supervisor' }).fill('boss@acme.example');
  await chooseOption(page, 'Designation', 'Manager');
  await chooseOption(page, 'Department', 'InfoSec');
  await page.getByRole('button', { name: /submit/i }).click();
  await expect(page.getByText('Submission Successful').first()).toBeVisible();
  await expect(page).toHaveURL(/\/O$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Acme');

  await page.goto('/profile');
  await expect(page.getByText('Fiona').first()).toBeVisible();
  await page.goto('/T');
  await expect(page.getByRole('table').first().getByRole('link', { name: 'Acme' })).toBeVisible();
  await page.getByRole('link', { name: 'Create New Organisation' }).click();
  await expect(page).toHaveURL(/\/O\/create$/);
  await context.close();

  await system.stop();
  const later = await startSystem({ ...env, DATA_DIR: first.dataDir });
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
