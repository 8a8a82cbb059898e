import { openAtProvider } from '@console/platform/testing/oidc-provider';
import { expect } from '@playwright/test';
import { demoPassword } from './journey.ts';
import { createSession, rest } from './rest.ts';
import { type Provider, test } from './single-sign-on.ts';

/** Sets up, tests and turns on the identity provider of the demo organisation. */
async function turnOn({ console, issuer, clientId, clientSecret, signInAs }: Provider): Promise<void> {
  const { key } = await createSession(console, 'admin@demo.example');
  const send = async <T>(call: string, body: object) => {
    const { status, body: answer } = await rest<T>(console, `/consoles/${call}`, { key, body });
    expect(status, call).toBe(200);
    return answer;
  };
  const confirm = () => send('valid_password', { current_password: demoPassword });
  const org_id = 1;
  await confirm();
  const adfs = { client_id: clientId, tenant_id: 'not of Entra', client_secret: clientSecret, ent_org_id: org_id };
  await send('update_adfs', { adfs });
  await confirm();
  await send('ext/update_single_sign_on', { org_id, issuer, domains: ['demo.example'] });
  await send('ext/verify_sso_domain', { org_id, domain: 'demo.example', without_record: true });
  await send('ext/test_single_sign_on', { org_id });
  signInAs('admin@demo.example');
  const { address } = await send<{ address: string }>('ext/start_single_sign_on_test', { org_id });
  await send('ext/complete_single_sign_on_test', await openAtProvider(address, `${console.url}/login/callback`));
  await confirm();
  await send('ext/set_single_sign_on', { org_id, enabled: true });
}

test('SIGNIN-5 SIGNIN-6 SIGNIN-11 a person signs in through the provider once the mailed link is confirmed', async ({
  page,
  provider,
}) => {
  await turnOn(provider);
  const email = 'assessor@demo.example';
  provider.signInAs(email);
  const continueWithProvider = async () => {
    await page.goto('/login?next=/profile');
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
  };
  await continueWithProvider();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto(await provider.confirmationLink(email));
  await page.getByRole('button', { name: 'Yes, it was me' }).click();
  await expect(page.getByRole('heading', { name: 'Confirmed' })).toBeVisible();
  await continueWithProvider();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByText(email).first()).toBeVisible();
});
