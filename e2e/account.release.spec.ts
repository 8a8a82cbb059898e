import { expect } from '@playwright/test';
import { passwordLink } from './first-password.ts';
import { typeInto } from './forms.ts';
import { checkScreen, test } from './journey.ts';
import { unusedUser } from './rest.ts';

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
