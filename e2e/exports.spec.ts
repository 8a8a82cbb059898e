import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { exportAs } from './exports.ts';
import { checkScreen, signIn, test } from './journey.ts';

const day = () => {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
};

test('EXPORT-15 a filtered and sorted list is downloaded with all its pages, and is in the activity', async ({
  page,
}) => {
  await signIn(page, 'admin@demo.example', '/U?search=a&sort=email&dir=desc&size=10');
  const total = Number(
    await page
      .getByLabel(/^\d+ in all$/)
      .first()
      .textContent(),
  );
  expect(total).toBeGreaterThan(10);
  const download = page.waitForEvent('download');
  await exportAs(page, 'active users', 'CSV with commas');
  const file = await download;
  expect(file.suggestedFilename()).toBe(`Active users Demo Industries ${day()}.csv`);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const template = 'First name,Last name,Country code,Mobile,Designation,Department lead,Supervisor';
  expect(lines[0]).toBe(
    `\uFEFFID,Name,Email,Department,Role,Status,Second factor,Last sign-in (${timeZone}),${template}`,
  );
  expect(lines).toHaveLength(total + 1);
  const shown = await page.getByRole('table').first().getByRole('row').nth(1).getByRole('cell').nth(1).textContent();
  expect(lines[1]).toContain(shown ?? '');
  await expect(page.getByText(/was saved \(\d+ rows\)/)).toBeVisible();
  await page.getByRole('button', { name: 'Export active users' }).click();
  await checkScreen(page, 'export menu');
  await page.goto('/O/activity');
  await expect(page.getByText('exported the users').first()).toBeVisible();
});
