import { expect, type Page } from '@playwright/test';
import { demoPassword } from './journey.ts';

export const active = (page: Page) => page.getByRole('table', { name: 'Active users', exact: true });
const inactive = (page: Page) => page.getByRole('table', { name: 'Inactive users' });
export const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' });
export const result = (page: Page) => page.getByRole('region', { name: 'Bulk action' });
export const question = (page: Page) => page.getByRole('dialog');

/** Deactivates the selected users without waiting for the result. */
export async function deactivate(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Deactivate' }).click();
  await question(page).getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await question(page).getByRole('button', { name: 'Deactivate' }).click();
  await expect(question(page)).toHaveCount(0);
}

export const deactivated = (page: Page) => result(page).getByRole('heading', { name: /^Deactivate: \d+ deactivated/ });

/** Activates the users that were deactivated, once they are all listed, and closes the result. */
export async function activateAll(page: Page, count: number): Promise<void> {
  await expect(inactive(page).getByRole('row')).toHaveCount(count + 1);
  await inactive(page).getByRole('checkbox', { name: 'Select all rows on this page' }).click();
  await bar(page).getByRole('button', { name: 'Activate' }).click();
  await question(page).getByRole('button', { name: 'Activate' }).click();
  await expect(result(page).getByRole('heading', { name: `Activate: ${count} activated` })).toBeVisible();
  await result(page).getByRole('button', { name: 'Close' }).click();
}
