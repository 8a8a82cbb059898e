import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { checkScreen, demoPassword, enterCredentials, signIn, test } from './journey.ts';

const stepMs = 30_000;
const email = 'assessor@demo.example';

/** The code of the next step, which is already valid; the code of the current step may have been used. */
const nextCode = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepMs });

const typeCode = async (page: Page, code: string) => {
  await page.getByLabel('Digit 1 of 6').click();
  await page.keyboard.type(code);
};

const confirmWithPassword = async (page: Page, label: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await dialog.getByRole('button', { name: label, exact: true }).click();
};

const signOut = async (page: Page) => {
  await page.context().clearCookies();
  await page.goto('/login');
};

test('FACTOR-11 FACTOR-12 an app is set up in the profile; its code and a recovery code sign in; it is removed', async ({
  page,
  system,
}) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, email, '/profile?tab=security');
  await expect(page.getByRole('heading', { name: 'Authenticator app' })).toBeVisible();
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await confirmWithPassword(page, 'Continue');

  const secret = (await page.getByLabel('Or type this key into the app').inputValue()).replaceAll(' ', '');
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused();
  await page.keyboard.type('000000');
  await expect(page.getByText('Incorrect code')).toBeVisible();
  await checkScreen(page, 'factor-set-up');
  // This code is valid until the end of the next step, and the sign-in below uses a later code.
  await typeCode(page, new TOTP({ secret: Secret.fromBase32(secret) }).generate());

  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCodes = await codes.allTextContents();
  await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await checkScreen(page, 'factor-codes');
  await page.getByLabel('I have stored these codes').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
  await expect(page.locator('body')).not.toBeFocused();
  await expect.poll(() => system.mailTo(email)).toContain('an authenticator app was set up');
  await checkScreen(page, 'factor-profile');

  await signOut(page);
  await enterCredentials(page, email);
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await typeCode(page, '000000');
  await expect(page.getByText('Incorrect code')).toBeVisible();
  await checkScreen(page, 'factor-sign-in');
  await typeCode(page, nextCode(secret));
  await expect(page).not.toHaveURL(/\/login/);

  await signOut(page);
  await enterCredentials(page, email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(page.getByRole('heading', { name: 'Enter a recovery code' })).toBeVisible();
  await checkScreen(page, 'factor-recovery');
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).not.toHaveURL(/\/login/);

  await page.goto('/profile?tab=security');
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the authenticator app' }).click();
  await confirmWithPassword(page, 'Remove');
  await expect(page.getByText('Not set up')).toBeVisible();
  await signOut(page);
  await enterCredentials(page, email);
  await expect(page).not.toHaveURL(/\/login/);
});
