import { expect } from '@playwright/test';
import { checkScreen, demoPassword, openQuestion, signIn, test } from './journey.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

test('DESIGN-8 a session that the user ends in another browser is signed out there at once, and the new browser was mailed', async ({
  page,
  browser,
  system,
}) => {
  test.setTimeout(120_000);
  const email = 'assessor@demo.example';
  await signIn(page, email);
  const other = await (await browser.newContext({ baseURL: system.url, userAgent: firefox })).newPage();
  await signIn(other, email);
  await expect.poll(() => system.mailTo(email)).toContain('signed in to your account with Firefox on Linux');

  await page.goto('/profile');
  await page.getByRole('link', { name: 'Security' }).click();
  const row = page.getByRole('row', { name: /Firefox on Linux/ });
  await expect(row.getByText('127.0.0.1')).toBeVisible();
  await expect(page.getByText('This session')).toHaveCount(1);
  await checkScreen(page, 'security');
  await page.getByRole('button', { name: 'End the session with Firefox on Linux' }).press('Enter');
  await (await openQuestion(page)).getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(row).toHaveCount(0);
  await other.goto('/U');
  await expect(other).toHaveURL(/\/login/);
});
