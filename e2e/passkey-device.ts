import type { Page } from '@playwright/test';

/** Gives the browser a passkey device that verifies its user at once; returns a function that changes whether it does. */
export async function addPasskeyDevice(page: Page): Promise<(isVerified: boolean) => Promise<unknown>> {
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
  return (isUserVerified) => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
}
