import { expect } from '@playwright/test';
import { typeInto } from './forms.ts';
import { checkScreen, signIn, test } from './journey.ts';

test('ORG-14 ORG-20 ORG-11 an edited organisation is updated on its page and in the bar', async ({ page }) => {
  await signIn(page, 'admin@demo.example');
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/O\/edit$/);
  await checkScreen(page, 'organisation-edit');
  await typeInto(page.getByRole('textbox', { name: 'City' }), 'Pune');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Organisation Successfully updated')).toBeVisible();
  await expect(page).toHaveURL(/\/O$/);
  await expect(page.getByText('Pune')).toBeVisible();
  await checkScreen(page, 'own-organisation-posts');
});
