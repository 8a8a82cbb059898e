import type { Page } from '@playwright/test';

/** Presses an entry of the menu next to a heading. */
export async function exportAs(page: Page, list: string, format: string): Promise<void> {
  await page.getByRole('button', { name: `Export ${list}` }).click();
  await page.getByRole('menuitem', { name: format }).click();
}
