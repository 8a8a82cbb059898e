import { freePort } from '@console/platform/testing/free-port';
import { startOidcProvider } from '@console/platform/testing/oidc-provider';
import { test as base } from './journey.ts';
import { removeSystem, type System, startSystem } from './system.ts';

export interface Provider {
  /** The URL of the console into which the provider signs users. */
  console: System;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Sets the user who signs in at the provider next. */
  signInAs(email: string): void;
  /** The link of the newest email that asks the user to confirm the first sign-in. */
  confirmationLink(email: string): Promise<string>;
  /** Sets the URL to which the provider sends logout tokens. */
  logOutAt(url: string): void;
}

/** A console with a platform that may reach a real provider on this machine. */
export const test = base.extend<{ provider: Provider; baseURL: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures it depends on destructured, and this one depends on none.
  provider: async ({}, use) => {
    const port = await freePort();
    const oidc = await startOidcProvider([`http://localhost:${port}/login/callback`]);
    const system = await startSystem({ PORT: String(port), OUTBOUND_HOSTS: oidc.host });
    const signInAs = (email: string) => {
      oidc.people.set(email, { email, email_verified: true, given_name: 'Sam', family_name: 'Stranger' });
      oidc.signsInAs = email;
    };
    const logOutAt = (url: string) => {
      oidc.logoutUrl = url;
    };
    const { issuer, clientId, clientSecret } = oidc;
    const confirmationLink = async (email: string) => {
      const link = /\S+\/login\/confirm\?single_sign_on_token=\S+/;
      return link.exec(await system.mailTo(email, link))?.[0] ?? '';
    };
    await use({ issuer, clientId, clientSecret, signInAs, confirmationLink, logOutAt, console: system });
    await removeSystem(system);
    await oidc.close();
  },
  baseURL: async ({ provider }, use) => use(provider.console.url),
});
