import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { checkScreen, demoPassword, enterCredentials, signIn, test } from './journey.ts';
import { removeSystem, startSystem } from './system.ts';

const size = { width: 1280, height: 800 };

const confirmWithPassword = async (page: Page, label: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await dialog.getByRole('button', { name: label, exact: true }).click();
};

test('FACTOR-14 FACTOR-15 FACTOR-16 an Organiser requires a second factor; a user sets one up at the next sign-in, and the list shows it', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  // This journey has its own system, because users of shared systems sign in with their passwords alone.
  const ownSystem = await startSystem();
  const baseURL = ownSystem.url;
  const context = await browser.newContext({ baseURL, viewport: size });
  const page = await context.newPage();
  await signIn(page, 'organiser@demo.example', '/U');
  const table = page.getByRole('table', { name: 'Active users', exact: true });
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Second factor' }).click();
  await page.keyboard.press('Escape');
  await expect(table.getByRole('columnheader', { name: 'Second factor' })).toBeVisible();
  await expect(table.getByText('None', { exact: true }).first()).toBeVisible();

  await page.goto('/S/rules');
  await page.getByRole('button', { name: 'Edit the sign-in rules' }).click();
  await page.getByRole('checkbox', { name: 'Require a second factor' }).check();
  await checkScreen(page, 'sign-in-rules-factor');
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await expect(page.getByText('active users have no second factor yet.')).toBeVisible();
  await confirmWithPassword(page, 'Change');
  await expect(page.getByText('Required, except for single sign-on')).toBeVisible();

  const other = await browser.newContext({ baseURL, viewport: size });
  const user = await other.newPage();
  await user.goto('/login?next=%2Fprofile');
  await enterCredentials(user, 'assessor@demo.example');
  await expect(user.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  await checkScreen(user, 'required-factor');
  await user.getByRole('button', { name: 'Later' }).click();
  await expect(user).toHaveURL('/profile');
  await user.reload();
  await expect(user.getByRole('heading', { name: 'Profile' })).toBeVisible();

  await other.clearCookies();
  await user.goto('/login?next=%2Fprofile');
  await enterCredentials(user, 'assessor@demo.example');
  await user.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await confirmWithPassword(user, 'Continue');
  const secret = (await user.getByLabel('Or type this key into the app').inputValue()).replaceAll(' ', '');
  await user.getByLabel('Digit 1 of 6').click();
  await user.keyboard.type(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await user.getByLabel('I have stored these codes').check();
  await user.getByRole('button', { name: 'Done' }).click();
  await expect(user).toHaveURL('/profile');
  await other.close();

  await page.goto('/U?factor=app');
  await expect(table.getByText('Authenticator app', { exact: true })).toBeVisible();
  await checkScreen(page, 'users-factors');
  await context.close();
  await removeSystem(ownSystem);
});
