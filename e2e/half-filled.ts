import { expect, type Page } from '@playwright/test';
import { chooseOption, press, typeInto } from './forms.ts';
import { demoPassword } from './journey.ts';
import { createSession, rest } from './rest.ts';
import type { System } from './system.ts';

export const notices = (page: Page) => page.getByRole('status', { name: 'Notices' });

/** A new user's form, filled but not sent. */
export const fillForm = async (page: Page, email: string) => {
  await typeInto(page.getByRole('textbox', { name: 'First name' }), 'Mei');
  await typeInto(page.getByRole('textbox', { name: 'Last name' }), 'While');
  await typeInto(page.getByRole('textbox', { name: 'Email' }), email);
  await chooseOption(page, 'Designation', 'Manager');
  await chooseOption(page, 'Role', 'Auditee');
  await typeInto(page.getByRole('combobox', { name: 'Supervisor' }), 'organiser@demo.example');
  await page.locator('h1').click();
};

export const expectForm = async (page: Page, email: string) => {
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Mei');
  await expect(page.getByRole('textbox', { name: 'Email', exact: true }).first()).toHaveValue(email);
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('Auditee');
};

export const send = (page: Page) => press(page.getByRole('button', { name: 'Create user' }));

export const signInAgain = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Next' }).click();
  return dialog;
};
type Api = Pick<System, 'platformUrl'>;

/** The ids of the users of the demo organisation with an email. */
export async function idsOf(system: Api, email: string): Promise<number[]> {
  const { key } = await createSession(system, 'admin@demo.example');
  const list = '/consoles/active_user_list?org_id=1';
  const { body } = await rest<{ active_users: { id: number; email: string }[] }>(system, list, { key });
  return body.active_users.filter((user) => user.email === email).map(({ id }) => id);
}

/** Ends the sessions of a user, as an Administrator does it on another device. */
export async function endSessionsOf(system: Api, email: string): Promise<void> {
  const { key } = await createSession(system, 'admin@demo.example');
  const [user_id] = await idsOf(system, email);
  for (const [path, body] of [
    ['/consoles/valid_password', { current_password: demoPassword }],
    ['/consoles/ext/end_sessions', { user_id }],
  ] as const)
    expect((await rest(system, path, { key, body })).status, path).toBeLessThan(300);
}
