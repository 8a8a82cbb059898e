import { expect } from '@playwright/test';
import { newPassword, passwordLink } from './first-password.ts';
import { typeInto } from './forms.ts';
import { checkScreen, demoPassword, enterCredentials, signIn, test } from './journey.ts';
import { unusedUser } from './rest.ts';
import { recordOperations } from './traffic.ts';

test('UI-20 the pages for a forgotten password pass axe in both themes at both widths', async ({ page, system }) => {
  const { email } = await unusedUser(system);
  await page.goto('/forgot-password');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await checkScreen(page, 'forgot-password');
  await typeInto(page.getByRole('textbox', { name: 'Email' }), email);
  await page.getByRole('button', { name: /send/i }).click();
  await expect(page.getByText('Password Reset link sent!').first()).toBeVisible();
  await checkScreen(page, 'forgot-password-sent');
  await page.goto(await passwordLink(system, email));
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await checkScreen(page, 'reset-password');
});

test('PROFILE-1 PROFILE-2 PROFILE-3 PROFILE-5 PROFILE-6 SHELL-9 an Auditee changes their name, and the bar shows it with no further request', async ({
  page,
  system,
}) => {
  const { email } = await unusedUser(system);
  await signIn(page, email);
  await page.getByRole('button', { name: /account menu/i }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL(/\/profile/);
  await expect(page.getByRole('link', { name: 'Personal Information' })).toBeVisible();
  await checkScreen(page, 'profile');
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel(/first name/i)).toBeVisible();
  await checkScreen(page, 'profile-edit');
  await typeInto(page.getByLabel(/first name/i), 'Wilhelmina');
  const operations = recordOperations(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Update User')).toBeVisible();
  await page.getByRole('button', { name: /account menu/i }).click();
  await expect(page.getByRole('menu')).toContainText('Wilhelmina');
  expect(operations).toHaveLength(1);
});

test('PWD-2 PWD-4 PWD-5 PWD-6 PWD-7 a changed password signs its owner out everywhere and is the only valid one', async ({
  page,
  browser,
  system,
}) => {
  const { email } = await unusedUser(system);
  const elsewhere = await browser.newPage({ baseURL: system.url });
  await signIn(elsewhere, email);
  await signIn(page, email, '/profile?tab=password');
  await page.getByRole('link', { name: 'Change Password' }).click();
  await checkScreen(page, 'change-password');
  const fill = async (current: string, next: string, confirm: string) => {
    await typeInto(page.getByRole('textbox', { name: 'Current password', exact: true }), current);
    await typeInto(page.getByRole('textbox', { name: 'New password', exact: true }), next);
    await typeInto(page.getByRole('textbox', { name: 'Confirm password', exact: true }), confirm);
    await page.getByRole('button', { name: 'Change Password' }).click();
  };
  await fill(demoPassword, newPassword, `${newPassword}y`);
  await expect(page.getByText('Password Missmatch', { exact: true })).toBeVisible();
  await fill('Wrong#2026', newPassword, newPassword);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/sign in again|relogin/i);
  await checkScreen(page, 'change-password-confirm');
  await dialog.getByRole('button', { name: /change password/i }).click();
  await expect(page.getByText(/current password is wrong/i).first()).toBeVisible();
  await expect(page).toHaveURL(/\/profile/);
  await fill(demoPassword, newPassword, newPassword);
  await dialog.getByRole('button', { name: /change password/i }).click();
  await expect(page.getByText('Password Changed Successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login/);
  await enterCredentials(page, email, newPassword);
  await expect(page).toHaveURL(/\/O$/);
  await elsewhere.close();
});
