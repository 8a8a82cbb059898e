import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { checkScreen, demoPassword, signIn, test } from './journey.ts';

test('REVIEW-44 a review is started, decided with the keyboard, ended with the password, and its evidence downloaded', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signIn(page, 'organiser@demo.example', '/O/reviews');
  await page.getByRole('link', { name: 'Start access review' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Access of Auditees');
  await page.getByRole('radio', { name: 'People with selected roles' }).click();
  await page.getByRole('checkbox', { name: 'Auditee' }).click();
  await page.getByRole('radio', { name: 'Selected reviewers' }).click();
  await page.getByRole('combobox', { name: 'Reviewers' }).fill('Olivia');
  await page.getByRole('option', { name: /^Olivia Okafor/ }).click();
  await expect(page.getByRole('button', { name: /^Remove .*Olivia Okafor/ })).toBeVisible();
  await page.getByRole('button', { name: 'Start access review' }).click();
  await expect(page.getByRole('heading', { name: 'Access of Auditees', level: 1 })).toBeVisible();
  const rows = page.getByRole('table', { name: 'People' }).locator('tbody tr[data-row]');
  await expect(rows.first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('y');
  await expect(rows.first().getByText('Keep access', { exact: true })).toBeVisible();
  await expect(page.getByText('All decisions saved')).toBeVisible();
  await page.keyboard.press('u');
  await expect(rows.first().getByRole('button', { name: /^Keep/ })).toBeVisible();
  await page.keyboard.press('y');
  await expect(page.getByText('All decisions saved')).toBeVisible();

  await page.getByRole('button', { name: 'Complete review' }).click();
  const question = page.getByRole('dialog');
  const password = question.getByRole('textbox', { name: 'Password', exact: true });
  await expect(password).toBeFocused();
  await password.fill(demoPassword);
  await question.getByRole('button', { name: 'Complete review' }).click();
  await expect(question).toHaveCount(0);
  await page.goto(page.url().replace(/\?.*/, '?show=summary'));
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible();
  await checkScreen(page, 'review-summary');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV table' }).click();
  const file = await (await download).path();
  expect(await readFile(file, 'utf8')).toContain('Access of Auditees');
});
