import { expect, type Page } from '@playwright/test';
import { typeInto } from './forms.ts';
import { goWithin } from './journey.ts';

export const section = (page: Page, name: string) => page.getByRole('table', { name });

export async function invite(
  page: Page,
  email: string,
  act: 'Send request' | 'Send invitation',
  message: string,
): Promise<void> {
  await goWithin(page, '/M');
  await page.getByRole('link', { name: 'Invite External Organisation' }).click();
  await typeInto(page.getByRole('textbox', { name: 'Email' }), email);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText(message)).toBeVisible();
  await page.getByRole('button', { name: act }).click();
  await expect(page.getByText('Organisation Mapping', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/M$/);
}

export async function accept(page: Page, brandName: string): Promise<void> {
  await page.goto('/M');
  const row = section(page, 'Mapping requests').getByRole('row', { name: brandName });
  await row.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Organisation Mapping', { exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);
}
