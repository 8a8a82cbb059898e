import { expect } from '@playwright/test';
import { checkScreen, demoPassword, signIn, test } from './journey.ts';
import { addPasskeyDevice } from './passkey-device.ts';

test('PASSKEY-1 PASSKEY-2 PASSKEY-3 a passkey is added in the profile, signs in without a password, and is removed', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const email = 'architect@demo.example';
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const setVerified = await addPasskeyDevice(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, email, '/profile?tab=security');
  await expect(page.getByText('No passkeys yet. A passkey lets you sign in', { exact: false })).toBeVisible();
  await button('Add a passkey').click();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Laptop');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await checkScreen(page, 'add a passkey');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('row', { name: /Laptop/ })).toBeVisible();
  await expect(dialog).toBeHidden();
  await checkScreen(page, 'passkeys');

  const signOut = async () => {
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.removeItem('console.page'));
    await page.goto('/login?next=/profile?tab=security');
  };
  await signOut();
  await setVerified(false);
  await button('Sign in with a passkey').click();
  await expect(page.getByText('No passkey was used.', { exact: false })).toBeVisible();
  await setVerified(true);
  await button('Sign in with a passkey').click();
  await expect(page.getByRole('row', { name: /Laptop/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Laptop/ })).not.toContainText('Never');

  await button('Remove Laptop').click();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('No passkeys yet. A passkey lets you sign in', { exact: false })).toBeVisible();
  await signOut();
  await button('Sign in with a passkey').click();
  await expect(page.getByText('This passkey is not registered with this console.', { exact: false })).toBeVisible();
});
