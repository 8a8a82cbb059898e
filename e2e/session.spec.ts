import { expect } from '@playwright/test';
import { checkScreen, demoPassword, enterCredentials, signIn, test } from './journey.ts';
import { newestPasscode, typePasscode } from './passcode.ts';

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
    [page, `that were last sent to ${email}`],
    [other, `sent to ${email} for another sign-in`],
  ] as const) {
    await expect(tab.getByText(text)).toBeVisible();
    await expect(tab.getByText(/^Send again in \d+ s$/)).toBeVisible();
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

test('RELIABILITY-F31 SHELL-10 SHELL-12 after Sign Out the Back button shows nothing, and other tabs are signed out too', async ({
  page,
  context,
}) => {
  await signIn(page, 'organiser@demo.example');
  // What Back would show.
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

test('CASES-1 PROTOCOLS-1 keys are not in answers, addresses, scripts or storage', async ({ page, context }) => {
  const answers: string[] = [];
  const outside: string[] = [];
  const problems: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('/graphql')) answers.push(await response.text().catch(() => ''));
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(page.url() === 'about:blank' ? request.url() : page.url()).origin))
      outside.push(request.url());
  });
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await signIn(page, 'architect@demo.example');
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
  expect(answers.length).toBeGreaterThan(0);
  expect(answers.join()).not.toMatch(/api_key|session_token|apiKey|sessionToken/);
  expect(answers.join()).not.toContain(demoPassword);
  expect(outside).toEqual([]);
  expect(problems).toEqual([]);
});

const navigationItems = {
  'admin@demo.example': ['Organisation', 'User', 'SSO', 'Setting'],
  'architect@demo.example': ['Organisation', 'User', 'SSO', 'Setting'],
  'organiser@demo.example': ['Organisation', 'User', 'SSO'],
  'assessor@demo.example': ['Organisation', 'User', 'SSO'],
  'auditee@demo.example': ['Organisation'],
  'new@nowhere.example': ['Organisation'],
};

test('NAV-1 NAV-2 NAV-3 NAV-4 NAV-5 each role sees its navigation items', async ({ browser, system }) => {
  for (const [email, items] of Object.entries(navigationItems)) {
    const page = await browser.newPage({ baseURL: system.url });
    await signIn(page, email);
    const links = page.getByRole('navigation').getByRole('link');
    await expect(links).toHaveText(items);
    await page.close();
  }
});

test('UI-20 the sign-in screens pass axe in both themes at both widths', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
  await checkScreen(page, 'login');
  await enterCredentials(page, 'otp@secure.example');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await checkScreen(page, 'passcode');
});
