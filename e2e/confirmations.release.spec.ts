import { freePort } from '@console/platform/testing/free-port';
import { startOidcProvider } from '@console/platform/testing/oidc-provider';
import { expect } from '@playwright/test';
import { checkScreen, demoPassword, signIn, test } from './journey.ts';
import { addPasskeyDevice } from './passkey-device.ts';
import { removeSystem, startSystem } from './system.ts';

test('CONFIRM-1 a passkey confirms an act in place of the password', async ({ page }) => {
  test.setTimeout(180_000);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  await addPasskeyDevice(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'architect@demo.example', '/profile?tab=security');
  await button('Add a passkey').click();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Laptop');
  await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toBeHidden();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('row', { name: /Laptop/ })).toBeVisible();
  await expect(dialog).toBeHidden();

  await button('Set up an authenticator app').click();
  await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await checkScreen(page, 'confirm with a passkey');
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  // The confirmation dialog may still be closing.
  const setUp = dialog.filter({ hasText: 'Scan this code' });
  await setUp.getByRole('button', { name: 'Cancel' }).click();

  await expect(dialog).toBeHidden();
  await button('Remove Laptop').click();
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('No passkeys yet. A passkey lets you sign in', { exact: false })).toBeVisible();
});

test('CONFIRM-5 CONFIRM-6 CONFIRM-7 CONFIRM-8 a person without a password deactivates a user and adds a passkey after confirming at the provider, and is told where the password is', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const port = await freePort();
  const oidc = await startOidcProvider([`http://localhost:${port}/login/callback`]);
  const system = await startSystem({ PORT: String(port), OUTBOUND_HOSTS: oidc.host });
  const context = await browser.newContext({ baseURL: system.url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const signInAs = (email: string) => {
    oidc.people.set(email, { email, email_verified: true, given_name: 'Sam', family_name: 'New' });
    oidc.signsInAs = email;
  };
  try {
    await signIn(page, 'admin@demo.example', '/S');
    await page.getByRole('textbox', { name: 'Client ID' }).fill(oidc.clientId);
    await page.getByRole('textbox', { name: 'Tenant ID' }).fill('not of Entra');
    await page.getByRole('textbox', { name: 'Client secret' }).fill(oidc.clientSecret);
    await button('Save').click();
    await button('Edit the identity provider').click();
    await page.getByRole('textbox', { name: /^Issuer/ }).fill(oidc.issuer);
    await page.getByRole('textbox', { name: /^Email domains/ }).fill('demo.example');
    await page
      .getByRole('combobox', { name: /^New users/ })
      .or(page.getByRole('textbox', { name: /^New users/ }))
      .first()
      .click();
    await page.getByRole('option', { name: 'Assessor' }).click();
    await button('Save').click();
    await button('Verify without a DNS record: demo.example').click();
    await expect(page.getByText('Verified', { exact: true })).toBeVisible();
    await button('Test single sign-on').click();
    await expect(page.getByText('Passed', { exact: true }).first()).toBeVisible();
    signInAs('admin@demo.example');
    await button('Sign in to test').click();
    await expect(page.getByText('Sign-in test passed')).toBeVisible();
    await button('Turn on single sign-on').click();
    await dialog.getByRole('textbox', { name: /password/i }).fill(demoPassword);
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByText('Single sign-on is on')).toBeVisible();

    await context.clearCookies();
    await page.evaluate(() => localStorage.clear());
    signInAs('new@demo.example');
    await page.goto('/login?next=/profile?tab=security');
    await page.getByRole('textbox', { name: 'Email' }).fill('new@demo.example');
    await button('Continue with single sign-on').click();
    await expect(button('Add a passkey')).toBeVisible();
    await page.goto('/U');
    const row = page
      .getByRole('row')
      .filter({ hasText: /Auditee/ })
      .filter({ hasNotText: 'auditee@' })
      .first();
    await row.getByRole('button', { name: /deactivate/i }).click();
    await expect(dialog.getByText('Your identity provider opens in a new window', { exact: false })).toBeVisible();
    const window = context.waitForEvent('page');
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    const opened = await window;
    await expect(page.getByText('User Deactivated Successfully')).toBeVisible();
    await expect.poll(() => opened.isClosed()).toBe(true);

    await page.goto('/profile?tab=security');
    await addPasskeyDevice(page);
    await button('Add a passkey').click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Laptop');
    await expect(dialog.getByText('Confirm with single sign-on', { exact: false })).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeHidden();
    await checkScreen(page, 'confirm with single sign-on');

    signInAs('admin@demo.example');
    const other = context.waitForEvent('page');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const refused = await other;
    await expect(refused.getByRole('heading', { name: 'Not confirmed' })).toBeVisible();
    expect(new URL(refused.url()).search).toBe('');
    await checkScreen(refused, 'confirmation-refused');
    await refused.getByRole('button', { name: 'Close this window' }).click();
    await expect.poll(() => refused.isClosed()).toBe(true);
    await expect(dialog.getByText('as a different user', { exact: false })).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Laptop');

    signInAs('new@demo.example');
    const next = context.waitForEvent('page');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const confirming = await next;
    await expect(page.getByRole('row', { name: /Laptop/ })).toBeVisible();
    await expect.poll(() => confirming.isClosed()).toBe(true);
    await page.goto('/profile?tab=password');
    await expect(
      page.getByText('Change your password at your organisation’s identity provider', { exact: false }),
    ).toBeVisible();
    await checkScreen(page, 'no-password');
  } finally {
    await context.close();
    await removeSystem(system);
    await oidc.close();
  }
});
