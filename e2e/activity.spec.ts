import { expect } from '@playwright/test';
import { checkScreen, signIn, test } from './journey.ts';

test('DESIGN-5 an Administrator finds what was done in the activity, filters it, and opens its target with the keyboard', async ({
  page,
}) => {
  await signIn(page, 'admin@demo.example', '/activity');
  const events = page.getByRole('list', { name: 'Events' }).getByRole('listitem');
  await expect(events.filter({ hasText: 'signed in.' }).first()).toBeVisible();
  await checkScreen(page, 'activity');
  await page.getByRole('combobox', { name: 'Action' }).focus();
  await page.keyboard.type('API key created');
  await expect(page).toHaveURL(/action=KEYS_CREATE/);
  await expect(events).toHaveCount(1);
  await events.getByRole('link', { name: 'Demo key' }).press('Enter');
  await expect(page).toHaveURL(/tab=keys/);
  await page.getByRole('link', { name: 'Activity' }).click();
  // Journeys that ran before on this system may fill the first page.
  await page.getByRole('combobox', { name: 'Action' }).selectOption('API key created');
  await expect(events.filter({ hasText: 'created the API key Demo key' })).toBeVisible();
});
