import { expect, type Page } from '@playwright/test';
import { checkScreen, demoPassword, signIn, test } from './journey.ts';

/** Gives the browser a device that verifies its person at once. */
async function addDevice(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

test('CONFIRM-1 a passkey confirms an act in place of the password', async ({ page }) => {
  test.setTimeout(180_000);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  await addDevice(page);
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
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Set up an authenticator app' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await button('Remove Laptop').click();
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('None. A passkey signs you in', { exact: false })).toBeVisible();
});
