import { expect } from '@playwright/test';
import { checkScreen, enterCredentials, signIn, test } from './journey.ts';
import { createHandoverToken } from './rest.ts';
import { auditor, sibling } from './sibling.ts';

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
