import { expect } from '@playwright/test';
import { passwordLink } from './first-password.ts';
import { expectFocusSeen, keyboard, tabTo } from './hands.ts';
import { test } from './journey.ts';
import { unusedUser } from './rest.ts';

test('FOCUS-6 FOCUS-7 a forgotten password with the keyboard alone: the focus is on what came, and in the first field of the link’s page', async ({
  page,
  system,
}) => {
  const { email } = await unusedUser(system);
  await page.goto('/login');
  await keyboard.press(page.getByRole('link', { name: 'Forgot password?' }));
  await expect(page).toHaveURL(/\/forgot-password/);
  await tabTo(page.getByRole('textbox', { name: 'Email' }));
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  await page.goto(await passwordLink(system, email));
  await expect(page.getByRole('textbox', { name: 'Password', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expectFocusSeen(page);
});
