import { expect } from '@playwright/test';
import { checkScreen, demoPassword, signIn, test } from './journey.ts';

test('RULES-1 RULES-2 an Organiser shortens the sessions of the organisation with the password, and sees it in the activity', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await signIn(page, 'organiser@demo.example', '/S/rules');
  await expect(page.getByRole('heading', { name: 'Sign-in rules' })).toBeVisible();
  await expect(page.getByText('12 hours', { exact: true })).toBeVisible();
  await button('Edit the sign-in rules').click();
  await page.getByRole('combobox', { name: 'Sessions end after' }).click();
  await page.getByRole('option', { name: 'Custom' }).click();
  await page.getByRole('textbox', { name: 'Hours' }).fill('1');
  await page.getByRole('textbox', { name: 'Minutes' }).fill('30');
  await checkScreen(page, 'sign-in-rules');
  await button('Save').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/Sessions older than 1 hour 30 minutes end immediately/)).toBeVisible();
  await dialog.getByRole('textbox', { name: /password/i }).fill('not the password');
  await dialog.getByRole('button', { name: 'Change' }).click();
  await expect(dialog.getByText('This is not your password. Nothing was changed.')).toBeVisible();
  await dialog.getByRole('textbox', { name: /password/i }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByText('Sign-in rules updated')).toBeVisible();
  await expect(page.getByText('1 hour 30 minutes', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 hour 30 minutes', { exact: true })).toBeVisible();
  await page.goto('/O/activity');
  await expect(page.getByText(/changed the sign-in rules of/).first()).toBeVisible();
});
