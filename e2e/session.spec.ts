import { expect } from '@playwright/test';
import { demoPassword, enterCredentials, expectSignedOut, signIn, test } from './journey.ts';
import { newestPasscode, signInWithPasscode, typePasscode } from './passcode.ts';
import { recordResponses } from './traffic.ts';

test('LOGIN-1 LOGIN-3 LOGIN-18 ORG-10 a user signs in and sees their organisation', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/login(\?next=.*)?$/);
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await enterCredentials(page, 'admin@demo.example');
  await expect(page).toHaveURL(/\/O$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Demo');
  for (const item of ['Organisation', 'User', 'SSO', 'Setting'])
    await expect(page.getByRole('link', { name: item, exact: true })).toBeVisible();
});

test('LOGIN-4 OTP-1 OTP-6 OTP-12 a passcode arrives by mail and completes the sign-in', async ({ page, system }) => {
  await page.goto('/login');
  await enterCredentials(page, 'otp@secure.example');
  await expect(page.getByText('OTP Sent')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled();
  const passcode = await newestPasscode(system, 'otp@secure.example');
  await typePasscode(page, passcode.toLowerCase());
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/O$/);
});

test('RELIABILITY-F31 SHELL-10 SHELL-12 after Sign Out the Back button shows nothing, and other tabs are signed out too', async ({
  page,
  context,
}) => {
  await signIn(page, 'organiser@demo.example');
  // The page that Back must not show after the sign-out.
  await page.goto('/O?again');
  const other = await context.newPage();
  await other.goto('/O');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Demo');
  await page.getByRole('button', { name: /account/i }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(other).toHaveURL(/\/login/);
  await page.goBack();
  await expect(page.getByText('Demo Industries')).toHaveCount(0);
  await expect(page).toHaveURL(/\/login/);
});

test('CASES-1 PROTOCOLS-1 keys are not in answers, addresses, scripts or storage', async ({ page, context }) => {
  const readResponses = recordResponses(page);
  const outside: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(page.url() === 'about:blank' ? request.url() : page.url()).origin))
      outside.push(request.url());
  });
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await signIn(page, 'architect@demo.example');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Demo');
  const stored = await page.evaluate(() => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    cookies: document.cookie,
  }));
  expect(stored.cookies).toBe('');
  expect(
    stored.local.filter((key) => !['console.page', 'console.rights', 'mantine-color-scheme-value'].includes(key)),
  ).toEqual([]);
  expect(stored.session).toEqual([]);
  const session = (await context.cookies()).find(({ name }) => name === '__Host-console');
  expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' });
  const answers = await readResponses();
  expect(answers).toContain('architect@demo.example');
  expect(answers).not.toMatch(/api_key|session_token|apiKey|sessionToken/);
  expect(answers).not.toContain(demoPassword);
  expect(outside).toEqual([]);
  expect(problems).toEqual([]);
});

test('OTP-8 OTP-9 OTP-10 a device is remembered after a correct passcode, and another device is not', async ({
  page,
  context,
  browser,
  system,
}) => {
  const email = 'otp@secure.example';
  await signInWithPasscode(page, system, email);
  const remembered = (await context.cookies()).find(({ name }) => name.startsWith('__Host-mfa-'));
  expect(remembered).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' });
  const days = ((remembered?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(Math.round(days)).toBe(30);
  await page.getByRole('button', { name: /account menu/i }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expectSignedOut(page);
  await enterCredentials(page, email);
  await expect(page).toHaveURL(/\/O$/);
  const other = await browser.newPage({ baseURL: system.url });
  await other.goto('/login');
  await enterCredentials(other, email);
  await expect(other.getByRole('button', { name: 'Login' })).toBeVisible();
  await other.close();
});
