import { expect, type Page } from '@playwright/test';
import { checkScreen, enterCredentials, expectSignedOut, signIn, test } from './journey.ts';
import { signInWithPasscode } from './passcode.ts';
import { createHandoverToken, rest } from './rest.ts';

/** A sibling module that answers with an empty page and records its requests. */
const sibling = async (page: Page, origin: string) => {
  const requests: { url: string; referer: string | undefined }[] = [];
  await page.route(`${origin}/**`, (route) => {
    requests.push({ url: route.request().url(), referer: route.request().headers().referer });
    return route.fulfill({ contentType: 'text/html', body: '<title>Sibling</title><h1>Sibling</h1>' });
  });
  return requests;
};

const auditor = 'http://localhost:3002';

test('CASES-12 LOGIN-12 LOGIN-13 a sign-in continues to a module of the suite, and to no other host', async ({
  browser,
  system,
}) => {
  const after = async (query: string) => {
    const page = await browser.newPage({ baseURL: system.url });
    await sibling(page, auditor);
    await page.goto(`/login?${query}`);
    await enterCredentials(page, 'assessor@demo.example');
    await page.waitForURL(({ origin, pathname }) => origin !== system.url || !['/login', '/'].includes(pathname));
    const url = page.url();
    await page.close();
    return url;
  };
  expect(await after('redirect=https://evil.example&source=console')).toBe(`${system.url}/O`);
  expect(await after('source=unknown&next=/U')).toBe(`${system.url}/U`);
  expect(await after(`redirect=${encodeURIComponent(`${auditor}/A/1/edit`)}&source=educator&next=/U`)).toBe(
    `${auditor}/A/1/edit`,
  );
  expect(await after('source=auditor&next=/U')).toMatch(
    /^http:\/\/localhost:3002\/login\?source=console&sessionToken=[\w-]{43}$/,
  );
});

test('CASES-13 LOGIN-14 LOGIN-15 LOGIN-16 a handed-over session is adopted, but replaces another user’s session only after confirmation', async ({
  browser,
  page,
  system,
}) => {
  const fresh = await browser.newPage({ baseURL: system.url });
  const token = await createHandoverToken(system, 'assessor@demo.example');
  await fresh.goto(`/login?sessionToken=${token}&next=/U`);
  await expect(fresh).toHaveURL(`${system.url}/U`);
  expect(await fresh.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
  await fresh.goBack().catch(() => null);
  expect(fresh.url()).not.toContain(token);
  await fresh.close();

  await signIn(page, 'organiser@demo.example');
  const menu = page.getByRole('button', { name: /account menu/i });
  const expectSignedInAs = async (email: string) => {
    await page.goto('/O');
    await menu.click();
    await expect(page.getByRole('menu')).toContainText(email);
    await page.keyboard.press('Escape');
  };
  await page.goto('/login?sessionToken=never-was-one');
  await expect(page).toHaveURL(`${system.url}/O`);
  await expectSignedInAs('organiser@demo.example');

  await page.goto(`/login?sessionToken=${await createHandoverToken(system, 'assessor@demo.example')}`);
  await expect(page.getByText('assessor@demo.example')).toBeVisible();
  await checkScreen(page, 'continue-as');
  await page.getByRole('button', { name: /stay/i }).click();
  await expect(page).toHaveURL(`${system.url}/O`);
  await expectSignedInAs('organiser@demo.example');

  await page.goto(`/login?sessionToken=${await createHandoverToken(system, 'assessor@demo.example')}`);
  await page.getByRole('button', { name: /continue/i }).click();
  await expect(page).toHaveURL(`${system.url}/O`);
  await expectSignedInAs('assessor@demo.example');

  const signedOut = await browser.newPage({ baseURL: system.url });
  await signedOut.goto('/login?sessionToken=never-was-one');
  await expect(signedOut.getByRole('button', { name: 'Next' })).toBeVisible();
  expect(signedOut.url()).not.toContain('never-was-one');
  await signedOut.close();
});

test('CASES-14 CASES-15 SWITCH-1 SWITCH-2 SWITCH-3 SWITCH-4 SWITCH-6 SWITCH-7 the switcher hands over a token that is valid once', async ({
  page,
  system,
}) => {
  const requests = await sibling(page, auditor);
  await signIn(page, 'organiser@demo.example');
  await page.getByRole('button', { name: /modules/i }).click();
  const entries = page.getByRole('menuitem');
  await expect(entries).toHaveText([
    'Documenter',
    'Auditor',
    'Remediator',
    'Educator',
    'Continuer',
    'Investigator',
    'Central',
  ]);
  await checkScreen(page, 'switcher');
  await entries.filter({ hasText: 'Auditor' }).click();
  await expect(page.getByRole('heading', { name: 'Sibling' })).toBeVisible();
  const url = new URL(page.url());
  expect(url.origin).toBe(auditor);
  expect(url.pathname).toBe('/login');
  expect(url.searchParams.get('source')).toBe('console');
  const token = url.searchParams.get('sessionToken') ?? '';
  const exchange = () =>
    rest<{ user: { email: string } }>(system, '/tasks/api_user_detail', { body: { task: { api_key: token } } });
  const first = await exchange();
  expect([first.status, first.body.user.email]).toEqual([200, 'organiser@demo.example']);
  expect((await exchange()).status).toBe(401);
  expect(requests.map(({ referer }) => referer)).toEqual([undefined]);
  expect(system.output()).not.toContain(token);
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
