import { expect } from '@playwright/test';
import { checkScreen, signIn, test } from './journey.ts';

test('DESIGN-5 an Administrator finds what was done in the activity, filters it, and opens its target with the keyboard', async ({
  page,
}) => {
  await signIn(page, 'admin@demo.example', '/activity');
  const events = page.getByRole('list', { name: 'Events' }).getByRole('listitem');
  await expect(events.filter({ hasText: 'signed in.' }).first()).toBeVisible();
  await checkScreen(page, 'activity');
  await page.getByRole('combobox', { name: 'Action' }).selectOption('API key created');
  await expect(page).toHaveURL(/action=KEYS_CREATE/);
  await expect(events.filter({ hasText: 'signed in.' })).toHaveCount(0);
  // Journeys that ran before on this system may have created others.
  const created = events.filter({ hasText: 'created the API key Demo key' });
  await created.getByRole('link', { name: 'Demo key' }).press('Enter');
  await expect(page).toHaveURL(/tab=keys/);
});
