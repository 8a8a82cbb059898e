import { expect } from '@playwright/test';
import { passwordLink, setFirstPassword } from './first-password.ts';
import { chooseOption, fillFiles, fillOrganisation, fillPerson, onboard, typeInto } from './forms.ts';
import { checkScreen, demoPassword, signIn, test } from './journey.ts';
import { createSession, rest } from './rest.ts';

test('WIZ-1 WIZ-2 WIZ-8 WIZ-11 WIZ-12 WIZ-13 WIZ-16 WIZ-18 ORG-4 an Administrator creates an organisation in three steps', async ({
  page,
}) => {
  await signIn(page, 'admin@demo.example', '/T');
  await page.getByRole('link', { name: 'Create New Organisation' }).click();
  await expect(page).toHaveURL(/\/O\/create$/);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('required', { exact: true }).first()).toBeVisible();
  await fillOrganisation(page, 'Newcomer');
  await page.getByRole('button', { name: 'Next' }).click();
  await fillPerson(page, ['Olive', 'Newman', 'olive@new.example']);
  await chooseOption(page, 'Designation', 'Manager');
  await chooseOption(page, 'Department', 'InfoSec');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Olive');
  await expect(page.getByText(/^Draft from /)).toBeVisible();
  await checkScreen(page, 'wizard-organiser');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('textbox', { name: 'Brand name' })).toHaveValue('Newcomer');
  await fillFiles(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(page.getByText('CEO details are required').first()).toBeVisible();
  await fillPerson(page.getByRole('region', { name: /CEO/ }), ['Carla', 'Chief', 'carla@new.example']);
  await checkScreen(page, 'wizard-seniors');
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(page.getByText('Organisation Successfully created')).toBeVisible();
  await expect(page).toHaveURL(/\/T$/);
  await expect(page.getByRole('table').first().getByRole('row').nth(2)).toContainText('Newcomer');
});

test('ORG-22 ORG-23 ORG-24 ORG-25 ORG-26 LOGIN-8 a disabled organisation ends its sessions, and an enabled one lets its users sign in', async ({
  page,
  system,
}) => {
  const { key: admin } = await createSession(system, 'admin@demo.example');
  const { body } = await rest<{ active_orgs: { id: number; brandname: string }[] }>(system, '/consoles/org_list', {
    key: admin,
  });
  // An organisation of the demo data: users that other tests created have no password.
  const [other] = body.active_orgs.filter(({ id }) => id > 3).sort((one, two) => one.id - two.id);
  if (!other) throw new Error('no organisation to disable');
  const list = await rest<{ active_users: { email: string; role: object | null }[] }>(
    system,
    `/consoles/active_user_list?org_id=${other.id}`,
    { key: admin },
  );
  const member = list.body.active_users.find(({ role }) => role)?.email ?? '';
  const { key } = await createSession(system, member);
  await signIn(page, 'architect@demo.example', `/O/${other.id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Password' }).fill('Wrong#2026');
  await dialog.getByRole('button', { name: /disable/i }).click();
  await expect(page.getByRole('dialog', { name: 'Invalid Password' })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await dialog.getByRole('button', { name: /disable/i }).click();
  await expect(page.getByText('Organisation Disabled')).toBeVisible();
  expect((await rest(system, '/consoles/subscribed_grc_modules', { key })).status).toBe(401);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Enable' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /activate|enable/i })
    .click();
  await expect(page.getByText('Organisation Enabled')).toBeVisible();
  await createSession(system, member);
});

test('ONB-1 ONB-2 ONB-4 ONB-5 ONB-10 CASES-45 an invited user onboards an organisation and signs in', async ({
  page,
  context,
  system,
}) => {
  const email = 'stranger@invited.example';
  const { key } = await createSession(system, 'organiser@demo.example');
  const invited = await rest(system, '/consoles/invite_user', {
    key,
    body: { user: { email, invite_type: 'organisation' } },
  });
  expect(invited.status).toBe(200);
  const link = /\S+\/org-onboard\?token=\S+/.exec(await system.mailTo(email))?.[0] ?? '';
  const token = new URL(link).searchParams.get('token') ?? '';
  await page.goto(link);
  await expect(page.getByRole('textbox', { name: 'Brand name' })).toBeVisible();
  expect(page.url()).not.toContain(token);
  await typeInto(page.getByRole('textbox', { name: 'Brand name' }), 'Typed before');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Brand name' })).toHaveValue('Typed before');
  expect(page.url()).not.toContain(token);
  await onboard(page, 'Invited', ['Ida', 'Invited', email]);
  const again = await context.newPage();
  await again.goto(link);
  await expect(again).toHaveURL(/\/page-not-found$/);
  await setFirstPassword(again, await passwordLink(system, email), email);
  await expect(again.getByRole('heading', { level: 1 })).toContainText('Invited');
  expect(system.output()).not.toContain(token);
});
