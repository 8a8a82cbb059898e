import { expect, type Page } from '@playwright/test';
import { typeInto } from './forms.ts';
import { enterCredentials } from './journey.ts';
import type { System } from './system.ts';

export const newPassword = 'Better#2027x';

/** The link of the newest mail with which its reader sets a password. */
export const passwordLink = async (system: System, email: string): Promise<string> => {
  const link = /\S+\/reset-password\?reset_password_token=\S+/;
  return link.exec(await system.mailTo(email, link))?.[0] ?? '';
};

/** Fills both fields for a password. */
export async function typeTwice(page: Page, password: string): Promise<void> {
  await typeInto(page.getByRole('textbox', { name: 'Password', exact: true }), password);
  await typeInto(page.getByRole('textbox', { name: 'Confirm password', exact: true }), password);
}

/** Sets `newPassword` with the link, and signs in. */
export async function setFirstPassword(page: Page, link: string, email: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await typeTwice(page, newPassword);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await enterCredentials(page, email, newPassword);
}
