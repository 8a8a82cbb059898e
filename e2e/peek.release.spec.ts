import { expect, type Page } from '@playwright/test';
import { checkScreen, signIn, test } from './journey.ts';

const focusedRow = (page: Page) => page.locator('tr[data-row]:focus');
/** The link with the user's name, which a badge can follow. */
const focusedName = (page: Page) => focusedRow(page).getByRole('rowheader').getByRole('link');

test('UI-20 the keyboard alone reads users in the panel, goes into it, and comes back to the row', async ({ page }) => {
  await signIn(page, 'organiser@demo.example', '/U');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(focusedRow(page)).toHaveCount(1);
  const row = (await focusedRow(page).getAttribute('data-row')) ?? '';
  const name = (await focusedName(page).textContent()) ?? '';
  await page.keyboard.press('Space');
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('heading', { name, exact: true })).toBeVisible();
  await expect(panel.getByText('Designation')).toBeVisible();
  await checkScreen(page, 'user-peek');
  await page.keyboard.press('j');
  await expect(focusedRow(page)).not.toHaveAttribute('data-row', row);
  const next = (await focusedName(page).textContent()) ?? '';
  await expect(panel.getByRole('heading', { name: next, exact: true })).toBeVisible();
  // The URL changes after a moment.
  const shown = await focusedRow(page).getAttribute('data-row');
  await expect(page).toHaveURL(new RegExp(`[?&]peek=${shown}$`));
  await page.reload();
  await expect(panel.getByRole('heading', { name: next, exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(focusedName(page)).toHaveText(next);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: next, level: 1 })).toBeVisible();
});

test('ORG-8 MAP-4 ASMT-2 organisations, mappings and assessments open beside their lists', async ({ page }) => {
  await signIn(page, 'admin@demo.example');
  for (const [name, path, fact] of [
    ['organisation-peek', '/T', 'Legal name'],
    ['mapping-peek', '/M', 'Accepted Date'],
    ['assessment-peek', '/O/1?tab=asmt', 'Total controls'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('rowheader').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    await expect(page.getByRole('dialog').getByText(fact)).toBeVisible();
    await checkScreen(page, name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
