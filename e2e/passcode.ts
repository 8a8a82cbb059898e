import { expect, type Page } from '@playwright/test';
import { enterCredentials } from './journey.ts';
import type { System } from './system.ts';

/** The passcode of the newest mail to an address. */
export const newestPasscode = async (system: System, email: string): Promise<string> =>
  /\b([0-9A-HJKMNP-TV-Z]{4})\b/.exec(await system.mailTo(email))?.[1] ?? '';

/** Types a passcode into its boxes. */
export async function typePasscode(page: Page, passcode: string): Promise<void> {
  await page.getByRole('group', { name: 'Passcode' }).getByRole('textbox').first().click();
  await page.keyboard.type(passcode);
}

/** Signs in with the passcode that is mailed to the user. */
export async function signInWithPasscode(page: Page, system: System, email: string): Promise<void> {
  await page.goto('/login');
  await enterCredentials(page, email);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await typePasscode(page, await newestPasscode(system, email));
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/O$/);
}
