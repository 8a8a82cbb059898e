import { expect, type Page } from '@playwright/test';
import { checkScreen, demoPassword, signIn, test } from './journey.ts';

/** Gives the browser a device that verifies its person at once. */
async function addDevice(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  const isVerified = (isUserVerified: boolean) =>
    session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return { isVerified };
}

test('PASSKEY-1 PASSKEY-2 PASSKEY-3 a passkey is added in the profile, signs in without a password, and is removed', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const email = 'architect@demo.example';
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const device = await addDevice(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, email, '/profile?tab=security');
  await expect(page.getByText('None. A passkey signs you in', { exact: false })).toBeVisible();
  await button('Add a passkey').click();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Laptop');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await checkScreen(page, 'add a passkey');
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('row', { name: /Laptop/ })).toBeVisible();
  await expect(dialog).toBeHidden();
  await checkScreen(page, 'passkeys');
  await page.setViewportSize({ width: 1280, height: 800 });

  const signOut = async () => {
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.removeItem('console.page'));
    await page.goto('/login?next=/profile?tab=security');
  };
  await signOut();
  await checkScreen(page, 'sign in with a passkey');
  await page.setViewportSize({ width: 1280, height: 800 });
  await device.isVerified(false);
  await button('Sign in with a passkey').click();
  await expect(page.getByText('No passkey was used.', { exact: false })).toBeVisible();
  await device.isVerified(true);
  await button('Sign in with a passkey').click();
  await expect(page.getByRole('row', { name: /Laptop/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Laptop/ })).not.toContainText('Not yet');

  await button('Remove Laptop').click();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('None. A passkey signs you in', { exact: false })).toBeVisible();
  await signOut();
  await button('Sign in with a passkey').click();
  await expect(page.getByText('This passkey is not known here.', { exact: false })).toBeVisible();
});
