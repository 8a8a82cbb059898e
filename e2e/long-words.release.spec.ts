import { expect } from '@playwright/test';
import { goWithin, test, violationsOn } from './journey.ts';
import { expectFits, signInWithLongNames } from './long-names.ts';

test('UI-27 UI-20 a word of 100 letters makes no page, menu or dialog wider than the window, from 320 px up', async ({
  page,
  system,
}) => {
  const { organisation, user } = await signInWithLongNames(page, system);
  const at = `/O/${organisation}`;
  const look = (what: string) => expectFits(page, what, [320, 390, 1280]);
  for (const path of [
    '/O',
    '/O/edit',
    '/O/create',
    '/U',
    '/U/new',
    '/U/upload',
    '/U/invite',
    `/U/${user}/view`,
    '/S',
    '/T',
    '/M',
    '/M/invite',
    '/profile',
    '/profile?tab=password',
    '/profile?tab=api-keys',
    at,
    `${at}?tab=model`,
    `${at}?tab=asmt`,
    `${at}?tab=sso`,
    `${at}?tab=config`,
    `${at}/user`,
    `${at}/user/${user + 1}`,
    `${at}/user/${user + 1}/edit`,
    `${at}/mapping`,
  ]) {
    await goWithin(page, path);
    await page.locator('h1').first().waitFor();
    await expect(page.getByText('Please Wait...')).toHaveCount(0);
    await look(path);
  }
  await page.goto('/O');
  await page.getByRole('button', { name: 'Search and commands' }).waitFor();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await look('the account menu');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^(Replace|Nominate)/ })
    .first()
    .click();
  await page.getByRole('combobox', { name: 'User' }).click();
  await look('a dialog with an open list');
  expect(await violationsOn(page)).toEqual([]);
  const dialog = page.getByRole('dialog');
  await page.setViewportSize({ width: 320, height: 800 });
  await expect.poll(() => dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
