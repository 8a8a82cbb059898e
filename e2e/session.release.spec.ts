import { expect } from '@playwright/test';
import { checkScreen, enterCredentials, expectSignedOut, signIn, test } from './journey.ts';
import { newestPasscode, typePasscode } from './passcode.ts';

test('OTP-16 OTP-17 PROTOCOLS-2.13 after F5 and after Back the same sign-in continues, and another browser gets no passcode of it', async ({
  page,
  browser,
  system,
}) => {
  const email = 'otp@secure.example';
  const otherBrowser = await browser.newContext({ baseURL: system.url });
  const other = await otherBrowser.newPage();
  await other.goto('/login');
  await page.goto('/login');
  await enterCredentials(page, email);
  await expect(page.getByText('OTP Sent')).toBeVisible();
  await enterCredentials(other, email);
  await page.reload();
  await enterCredentials(page, email);
  await page.getByRole('button', { name: 'Back' }).click();
  await enterCredentials(page, email);
  for (const [tab, text] of [
    [page, `passcode from the last email to ${email}`],
    [other, `passcode for ${email} belongs to another sign-in`],
  ] as const) {
    await expect(tab.getByText(text)).toBeVisible();
    // The text may still have a countdown, unless the steps above took that long on a busy machine.
    await expect(tab.getByText(/^Send again/)).toBeVisible();
  }
  const passcode = await newestPasscode(system, email);
  await checkScreen(other, 'passcode-elsewhere');
  await typePasscode(other, passcode);
  await other.keyboard.press('Enter');
  await expect(other.getByText('Incorrect OTP')).toBeVisible();
  await otherBrowser.close();
  await checkScreen(page, 'passcode-reload');
  await typePasscode(page, passcode);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/O$/);
});

test('RELIABILITY-F32 PROTOCOLS-1.7 when another user signs in in another tab, a tab reloads as that user and shows nothing of the previous one', async ({
  page,
  context,
}) => {
  await signIn(page, 'admin@demo.example');
  const other = await context.newPage();
  await other.goto('/O');
  await other.getByRole('button', { name: /account/i }).click();
  await other.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login\?next=\/O$/);
  await expectSignedOut(other);
  await signIn(other, 'new@nowhere.example');
  await expect(page).toHaveURL(/\/O\/add$/);
  await expect(page.getByText('Demo Industries')).toHaveCount(0);
});

test('SHELL-11 signing out works while the network is down, and the session cannot be used afterwards', async ({
  page,
  context,
}) => {
  await signIn(page, 'assessor@demo.example');
  await page.route('**/graphql', (route) => route.abort());
  await page.getByRole('button', { name: /account/i }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.unroute('**/graphql');
  await page.goto('/O');
  await expect(page).toHaveURL(/\/login\?next=\/O$/);
  expect((await context.cookies()).map(({ name }) => name)).toContain('__Host-console');
});

test('LOGIN-5 LOGIN-6 LOGIN-7 LOGIN-8 refusals show the texts of the specification', async ({ page }) => {
  await page.goto('/login');
  await enterCredentials(page, 'nobody@demo.example');
  await expect(page.getByText('User Not Found')).toBeVisible();
  await enterCredentials(page, 'assessor@demo.example', 'Wrong#2026');
  await expect(page.getByText('Invalid credentials! Try again?')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('aria-invalid', 'true');
  await enterCredentials(page, 'disabled@demo.example');
  await expect(page.getByRole('dialog', { name: 'Uh-oh! User inactive!' })).toContainText(/organiser or support/i);
  await page.keyboard.press('Escape');
  await enterCredentials(page, 'user@closed.example');
  await expect(page.getByRole('dialog', { name: 'Oops! Organisation inactive!' })).toBeVisible();
});

test('UI-20 the sign-in screens pass axe in both themes at both widths', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
  await checkScreen(page, 'login');
  await enterCredentials(page, 'otp@secure.example');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await checkScreen(page, 'passcode');
});
