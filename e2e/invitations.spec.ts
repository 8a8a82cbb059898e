import { expect, type Page } from '@playwright/test';
import { passwordLink, setFirstPassword } from './first-password.ts';
import { checkScreen, signIn, test } from './journey.ts';
import { createSession, rest } from './rest.ts';

const email = 'invited.person@demo.example';

const act = async (page: Page, action: string) => {
  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
};

test('DESIGN-8 a user is invited, the link is copied anew and the old one is dead; revoked it is dead too, and resent it works', async ({
  page,
  browser,
  system,
}) => {
  test.setTimeout(180_000);
  const { key } = await createSession(system, 'organiser@demo.example');
  const person = { firstname: 'Ines', lastname: 'Invited', designation: 'Analyst', department_name: 'Legal' };
  const ent_usr = { ...person, email, role_id: 5, supervisor: 'organiser@demo.example' };
  expect((await rest(system, '/consoles/create_org_user', { key, body: { ent_usr } })).status).toBe(200);
  const mailed = await passwordLink(system, email);

  await signIn(page, 'organiser@demo.example');
  await page.goto('/U');
  await page.getByRole('button', { name: 'Invitations' }).click();
  const row = page.getByRole('table', { name: 'Invitations' }).getByRole('row', { name: new RegExp(email) });
  await expect(row.getByText('Pending')).toBeVisible();
  await checkScreen(page, 'invitations');

  await act(page, 'Copy link');
  const copied = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  const visitor = await (await browser.newContext({ baseURL: system.url })).newPage();
  await visitor.goto(mailed);
  await expect(visitor.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();

  await act(page, 'Revoke');
  await expect(row.getByText('Revoked')).toBeVisible();
  await visitor.goto(copied);
  await expect(visitor.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();

  // Too early for another mail: the dialog says so until the minute is over.
  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await page.getByRole('menuitem', { name: 'Resend' }).click();
  const dialog = page.getByRole('dialog');
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Resend', exact: true }).click();
    await expect(dialog).toBeHidden({ timeout: 3_000 });
  }).toPass({ timeout: 90_000, intervals: [5_000] });
  await expect(row.getByText('Pending')).toBeVisible();
  await setFirstPassword(visitor, await passwordLink(system, email), email);
  await expect(visitor).toHaveURL(/\/O/);
  await page.reload();
  await expect(row.getByText('Accepted')).toBeVisible();
});
