import { expect, type Page } from '@playwright/test';
import { checkScreen, expectSignedOut, signIn, test } from './journey.ts';

const openPalette = async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  const field = palette.getByRole('combobox');
  await expect(field).toBeFocused();
  return { palette, field };
};

test('UI-20 Ctrl+K finds pages, people and actions, and remembers what was opened until the next user signs in', async ({
  page,
}) => {
  await signIn(page, 'admin@demo.example');
  const { palette, field } = await openPalette(page);
  await checkScreen(page, 'command-palette');
  await field.fill('assessor@demo');
  await expect(palette.getByRole('group', { name: 'Users' }).getByRole('option').first()).toContainText(
    'assessor@demo',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/O\/\d+\/user\/\d+\?from=T$/);
  await expect(page.getByRole('main').getByText('assessor@demo.example')).toBeVisible();
  await openPalette(page);
  await expect(palette.getByRole('option').first()).toContainText('assessor@demo.example');
  await field.fill('create new organisation');
  await expect(palette.getByRole('option').first()).toContainText('Create New Organisation');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/O\/create$/);
  await openPalette(page);
  await field.fill('sign out');
  await expect(palette.getByRole('option').first()).toContainText('Sign Out');
  await page.keyboard.press('Enter');
  await expectSignedOut(page);

  await signIn(page, 'auditee@demo.example');
  await openPalette(page);
  await expect(palette.getByRole('option', { name: 'Organisation', exact: true })).toBeVisible();
  await expect(palette.getByText('assessor@demo.example')).toHaveCount(0);
  await expect(palette.getByRole('option', { name: 'Create New Organisation' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await checkScreen(page, 'keyboard-shortcuts');
});
