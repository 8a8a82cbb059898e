import { expect, type Page } from '@playwright/test';
import { passwordLink, setFirstPassword } from './first-password.ts';
import { checkScreen, openQuestion, signIn, test } from './journey.ts';
import { createSession, rest } from './rest.ts';

const email = 'invited.person@demo.example';
const other = 'other.person@demo.example';

/** Runs an action of an invitation with the keyboard alone. */
const act = async (page: Page, to: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${to}` }).press('Enter');
  await page.getByRole('menuitem', { name: action }).press('Enter');
  const question = await openQuestion(page);
  await question.getByRole('button', { name: action, exact: true }).press('Enter');
};

test('START-22 DESIGN-8 a copied link works and the mailed one is dead; the link of a revoked invitation is dead too', async ({
  page,
  browser,
  system,
}) => {
  const { key } = await createSession(system, 'organiser@demo.example');
  const person = { lastname: 'Invited', designation: 'Analyst', department_name: 'Legal' };
  const links = new Map<string, string>();
  for (const [firstname, to] of [
    ['Ines', email],
    ['Otto', other],
  ] as const) {
    const ent_usr = { ...person, firstname, email: to, role_id: 5, supervisor: 'organiser@demo.example' };
    expect((await rest(system, '/consoles/create_org_user', { key, body: { ent_usr } })).status).toBe(200);
    links.set(to, await passwordLink(system, to));
  }

  await signIn(page, 'organiser@demo.example', '/U');
  await expect(page.getByRole('button', { name: 'Invitations', exact: true })).toHaveAttribute('aria-expanded', 'true');
  const rowOf = (to: string) =>
    page.getByRole('table', { name: 'Invitations' }).getByRole('row', { name: new RegExp(to) });
  await expect(rowOf(email).getByText('Not sent').first()).toBeVisible();
  await checkScreen(page, 'invitations');

  await rowOf(email).getByRole('button', { name: 'Copy link' }).press('Enter');
  await (await openQuestion(page)).getByRole('button', { name: 'Copy link', exact: true }).press('Enter');
  const copied = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  const visitor = await (await browser.newContext({ baseURL: system.url })).newPage();
  await visitor.goto(links.get(email) ?? '');
  await expect(visitor.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();

  await act(page, other, 'Revoke');
  await expect(rowOf(other).getByText('Revoked')).toBeVisible();
  await visitor.goto(links.get(other) ?? '');
  await expect(visitor.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();

  await setFirstPassword(visitor, copied, email);
  await expect(visitor).toHaveURL(/\/O/);
  await page.reload();
  await expect(rowOf(email).getByText('Accepted')).toBeVisible();
});
