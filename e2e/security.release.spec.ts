import { expect } from '@playwright/test';
import { checkScreen, demoPassword, enterCredentials, openQuestion, signIn, test } from './journey.ts';
import { newestPasscode, signInWithPasscode, typePasscode } from './passcode.ts';
import { createSession, rest } from './rest.ts';
import type { System } from './system.ts';

/** The page of a user, for an Administrator. */
async function pageOfUser(system: System, organisation: string, email: string): Promise<string> {
  const { key } = await createSession(system, 'admin@demo.example');
  const orgs = await rest<{ active_orgs: { id: number; brandname: string }[] }>(system, '/consoles/org_list', { key });
  const orgId = orgs.body.active_orgs.find(({ brandname }) => brandname === organisation)?.id;
  const path = `/consoles/active_user_list?org_id=${orgId}`;
  const users = await rest<{ active_users: { id: number; email: string }[] }>(system, path, { key });
  return `/O/${orgId}/user/${users.body.active_users.find((user) => user.email === email)?.id}`;
}

test('DESIGN-8 an Administrator sees where a user is signed in, ends all sessions, and forgets a device that is asked for a passcode again', async ({
  page,
  browser,
  system,
}) => {
  test.setTimeout(120_000);
  const email = 'otp@secure.example';
  const member = await (await browser.newContext({ baseURL: system.url })).newPage();
  await signInWithPasscode(member, system, email);

  await signIn(page, 'admin@demo.example', await pageOfUser(system, 'Secure Harbour', email));
  await expect(page.getByRole('table', { name: 'Remembered devices' })).toBeVisible();
  await checkScreen(page, 'user-security');
  await page.getByRole('button', { name: 'End all sessions' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await page.getByRole('dialog').getByRole('button', { name: 'End all' }).click();
  await expect(page.getByText('This user is not signed in.')).toBeVisible();
  // Journeys that ran before on this system may have left other devices.
  const devices = page.getByRole('button', { name: /^Remove / });
  for (let left = await devices.count(); left > 0; left -= 1) {
    await devices.first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(devices).toHaveCount(left - 1);
  }
  await expect(page.getByText('No remembered devices. A device is remembered after a passcode')).toBeVisible();

  await member.goto('/profile');
  await expect(member).toHaveURL(/\/login/);
  await enterCredentials(member, email);
  await expect(member.getByText('OTP Sent')).toBeVisible();
  // Otherwise the next journey of this user would get no new passcode.
  await typePasscode(member, await newestPasscode(system, email));
  await member.getByRole('button', { name: 'Login' }).click();
  await expect(member).toHaveURL(/\/profile$/);
});

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
