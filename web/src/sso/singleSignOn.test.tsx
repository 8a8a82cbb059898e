import { describe, expect, test } from 'vitest';
import { openConsole } from '../testing/render.tsx';
import { type Answers, asked, gatewayOf, pageOf, viewer } from '../testing/responses.ts';
import type { Call } from '../testing/script.ts';
import { ownSso, singleSignOnOf, ssoDomainOf, ssoTestOf } from '../testing/settings.ts';

const verified = ssoDomainOf('a.example', '2026-11-20T09:00:00.000Z');
const waiting = ssoDomainOf('b.example', null);

/** A mutation's response with the resulting settings. */
const answering = (name: string, typename: string, changes: object) => (_call: Call) => ({
  data: {
    [name]: {
      __typename: typename,
      organisation: {
        __typename: 'Organisation',
        id: '7',
        viewerCanActivateSso: true,
        viewerCanVerifySsoDomains: false,
        singleSignOn: singleSignOnOf('7', changes),
      },
    },
  },
});

const open = async (changes: object | null, more: object = {}, answers: Answers = {}) => {
  const singleSignOn = changes && singleSignOnOf('7', changes);
  const opened = await openConsole(
    '/S',
    gatewayOf({ SsoPage: ownSso({ singleSignOn, ...more }), OrganisationPage: pageOf(viewer), ...answers }),
  );
  const { screen, calls } = opened;
  await expect.element(screen.getByRole('heading', { name: 'Single sign-on (ADFS)' })).toBeVisible();
  return { ...opened, sent: (name: string) => calls.find((call) => call.name === name)?.variables };
};

test('BACKCHANNEL-1 SIGNIN-1 SIGNIN-2 SIGNIN-3 the page shows redirect URI, issuer, domains with their records, and the last tests', async () => {
  const { screen } = await open({ domains: [verified, waiting], tests: [ssoTestOf('2', false), ssoTestOf('1', true)] });
  for (const text of [
    'https://console.example/login/callback',
    'https://console.example/sso/logout/guid-7',
    'https://idp.example',
    'Do not create (only existing users can sign in)',
    'console-verification=token-of-domain',
    'Discovery: No JSON: check the issuer.',
    'Earlier tests',
  ])
    await expect.element(screen.getByText(text).first()).toBeVisible();
  await expect.poll(() => screen.getByText('Verified', { exact: true }).elements()).toHaveLength(1);
});

test('SIGNIN-33 BACKCHANNEL-6 the page says that the provider rejects the secret, and why a logout token was rejected', async () => {
  const at = '2026-11-20T09:00:00.000Z';
  const logoutRefusal = { __typename: 'SsoLogoutRefusal', at, reason: 'the token has expired' };
  const { screen } = await open({ clientRefusedAt: at, logoutRefusal });
  await expect.element(screen.getByText('The client secret has expired or is wrong')).toBeVisible();
  await expect.element(screen.getByText(/signed no one out: the token has expired\./)).toBeVisible();
});

test('SIGNIN-17 the page shows the findings of the newest test of each kind', async () => {
  const signIn = {
    ...ssoTestOf('3', false),
    kind: 'SIGN_IN',
    findings: [
      { __typename: 'SsoFinding', step: 'CLIENT', passed: true, message: 'The provider accepts it.' },
      { __typename: 'SsoFinding', step: 'CLAIMS', passed: false, message: 'It sends no email.' },
      { __typename: 'SsoFinding', step: 'DOMAIN', passed: null, message: 'Not tested.' },
    ],
  };
  const { screen } = await open({
    domains: [verified],
    tests: [ssoTestOf('4', true), signIn, ssoTestOf('2', true), { ...signIn, id: '1' }],
  });
  for (const text of [
    'Discovery URL: It answers.',
    'Client and secret: The provider accepts it.',
    'Claims: It sends no email.',
    'Domain: Not tested.',
  ])
    await expect.element(screen.getByText(text)).toBeVisible();
  await expect.poll(() => screen.getByText(/^Connection, .* by Olga Organiser$/).elements()).toHaveLength(2);
  await expect.poll(() => screen.getByText(/^Sign-in, .* by Olga Organiser$/).elements()).toHaveLength(2);
});

test('SIGNIN-4 a viewer without the permission can read the settings', async () => {
  const { screen, button } = await open({ domains: [waiting] }, { viewerCanActivateSso: false });
  await expect.element(screen.getByText('b.example')).toBeVisible();
  for (const name of ['Verify b.example', 'Test single sign-on', 'Sign in to test', 'Turn on single sign-on'])
    await expect.element(button(name)).not.toBeInTheDocument();
  await expect.poll(() => screen.getByRole('button', { name: 'Edit' }).elements()).toHaveLength(1);
});

test('BACKCHANNEL-5 there is no logout URI if the product API has no back-channel logout', async () => {
  const { screen } = await open({ logoutUrl: null });
  await expect.element(screen.getByText('Redirect URI')).toBeVisible();
  await expect.element(screen.getByText('Back-channel logout URI')).not.toBeInTheDocument();
});

test('SIGNIN-56 SIGNIN-57 the page shows the post-logout redirect URI and the sign-out setting, if the product API supports provider sign-out', async () => {
  const { screen } = await open({ signsOutAtProvider: true });
  await expect.element(screen.getByText('https://console.example/login', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Users are always signed out at the provider too')).toBeVisible();
});

test('SIGNIN-56 without provider sign-out the page shows neither', async () => {
  const { screen } = await open({ postLogoutRedirectUrl: null, signsOutAtProvider: null });
  await expect.element(screen.getByText('Redirect URI', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Post-logout redirect URI')).not.toBeInTheDocument();
  await expect.element(screen.getByText('Sign-out', { exact: true })).not.toBeInTheDocument();
});

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test.each([
  ['Not set. No reminder emails will be sent.', null, null],
  ['Expires in 30 days', dayIn(30), null],
  ['Expires in 1 day', dayIn(1), null],
  ['Expires today', dayIn(0), null],
  ['Expired', dayIn(-1), 'Create a new secret at the provider, save it above, and enter its expiry date.'],
])('SIGNIN-15 the page says of the client secret: %s', async (text, secretExpiresOn, more) => {
  const { screen } = await open({ secretExpiresOn });
  for (const shown of [text, more ?? text])
    await expect.element(screen.getByText(shown, { exact: true })).toBeVisible();
});

test('SIGNIN-15 it does not warn of a client secret that expires later', async () => {
  const { screen } = await open({ secretExpiresOn: dayIn(31) });
  await expect.element(screen.getByText('Client secret expires')).toBeVisible();
  await expect.element(screen.getByText(/^(Expires in|Expires today|Expired)/)).not.toBeInTheDocument();
});

test('SIGNIN-10 if the product API has no single sign-on, the page shows only the settings', async () => {
  const { screen } = await open(null);
  await expect.element(screen.getByRole('button', { name: 'Edit' })).toBeVisible();
  await expect.element(screen.getByText('Identity provider')).not.toBeInTheDocument();
});

describe('who may', () => {
  test('SIGNIN-1 changes the settings, of which only the changed ones are sent', async () => {
    const { screen, button, sent } = await open(
      {},
      {},
      {
        SingleSignOnForm_Update: asked(
          answering('updateSingleSignOn', 'UpdateSingleSignOnPayload', { domains: [waiting], defaultRole: 'AUDITEE' }),
        ),
      },
    );
    await button('Edit the identity provider').click();
    await screen.getByRole('textbox', { name: /^Issuer/ }).fill('https://other.example');
    await screen.getByRole('textbox', { name: /^Email domains/ }).fill('b.example, c.example');
    await screen.getByLabelText(/^Client secret expires on/).fill('2027-01-31');
    await button('Save').click();
    await expect.element(screen.getByText('Single sign-on updated')).toBeVisible();
    expect(sent('SingleSignOnForm_Update')).toEqual({
      input: {
        organisationId: '7',
        issuer: 'https://other.example',
        domains: ['b.example', 'c.example'],
        secretExpiresOn: '2027-01-31',
      },
    });
    await expect.element(screen.getByText('Create as Auditee')).toBeVisible();
  });

  test('SIGNIN-57 makes sign-out at the provider mandatory', async () => {
    const { screen, button, sent } = await open(
      {},
      {},
      {
        SingleSignOnForm_Update: asked(
          answering('updateSingleSignOn', 'UpdateSingleSignOnPayload', { signsOutAtProvider: true }),
        ),
      },
    );
    await button('Edit the identity provider').click();
    await screen.getByRole('combobox', { name: /^Sign-out/ }).click();
    await screen.getByRole('option', { name: 'Users are always signed out at the provider too' }).click();
    await button('Save').click();
    await expect.element(screen.getByText('Single sign-on updated')).toBeVisible();
    expect(sent('SingleSignOnForm_Update')).toMatchObject({ input: { signsOutAtProvider: true } });
    await expect.element(screen.getByText('Users are always signed out at the provider too')).toBeVisible();
  });

  test('SIGNIN-4 changing it while it is on requires the password', async () => {
    const { screen, button, sent } = await open(
      { enabled: true, mode: 'OPTIONAL' },
      {},
      {
        SingleSignOnForm_Update: asked(
          answering('updateSingleSignOn', 'UpdateSingleSignOnPayload', { enabled: true, defaultRole: 'AUDITEE' }),
        ),
      },
    );
    await button('Edit the identity provider').click();
    await button('Save').click();
    const dialog = screen.getByRole('dialog', { name: 'Change single sign-on?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(screen.getByRole('textbox', { name: /^Issuer/ })).toBeVisible();
    expect(sent('SingleSignOnForm_Update')).toBeUndefined();
    await button('Save').click();
    await dialog.getByRole('textbox', { name: /password/i }).fill('Welcome#2026');
    await dialog.getByRole('button', { name: 'Change' }).click();
    await expect.element(screen.getByText('Single sign-on updated')).toBeVisible();
    expect(sent('SingleSignOnForm_Update')).toMatchObject({ input: { currentPassword: 'Welcome#2026' } });
  });

  test('SIGNIN-2 verifies a domain, for Administrators also without a record', async () => {
    const { button, sent, screen } = await open(
      { domains: [waiting] },
      { viewerCanVerifySsoDomains: true },
      { SsoDomains_Verify: asked(answering('verifySsoDomain', 'VerifySsoDomainPayload', { domains: [verified] })) },
    );
    await button('Verify without a DNS record: b.example').click();
    await expect.element(screen.getByText('b.example is verified')).toBeVisible();
    expect(sent('SsoDomains_Verify')).toEqual({
      input: { organisationId: '7', domain: 'b.example', withoutRecord: true },
    });
  });

  test('HARDEN-9 a verified domain without its record says so, and can be verified again', async () => {
    const missing = { ...verified, recordMissingSince: '2026-12-03T09:00:00Z' };
    const { button, screen } = await open(
      { domains: [missing] },
      {},
      { SsoDomains_Verify: asked(answering('verifySsoDomain', 'VerifySsoDomainPayload', { domains: [verified] })) },
    );
    const warning = screen.getByText(/TXT record has been missing since .*3 Dec/);
    await expect.element(warning).toBeVisible();
    await button(`Verify ${verified.domain}`).click();
    await expect.element(warning).not.toBeInTheDocument();
  });

  test('SIGNIN-3 SIGNIN-4 tests it, and turns it on with the password once a test has passed', async () => {
    const tested = { domains: [verified], tested: true, testedBySigningIn: true, tests: [ssoTestOf('1', true)] };
    const { button, sent, screen, dialog } = await open(
      { domains: [verified] },
      {},
      {
        SsoTests_Test: asked(answering('testSingleSignOn', 'TestSingleSignOnPayload', tested)),
        SetSingleSignOnButton_Set: asked(
          answering('setSingleSignOn', 'SetSingleSignOnPayload', { ...tested, enabled: true, enabledBy: 'Ada Admin' }),
        ),
      },
    );
    const on = 'Turn on single sign-on';
    await expect.element(button(on)).toBeDisabled();
    await button('Test single sign-on').click();
    await expect.element(screen.getByText('Passed').first()).toBeVisible();
    await button(on).click();
    const asking = dialog(`${on}?`);
    await asking
      .getByLabelText(/password/i)
      .first()
      .fill('Welcome#2026');
    await asking.getByRole('button', { name: 'Turn on' }).click();
    await expect.element(screen.getByText('Single sign-on is on')).toBeVisible();
    expect(sent('SetSingleSignOnButton_Set')).toEqual({
      input: { organisationId: '7', enabled: true, currentPassword: 'Welcome#2026' },
    });
    await expect.element(button('Turn off single sign-on')).toBeVisible();
  });

  const begun = (url: string | null, refusal: object | null = null) => ({
    data: { startSingleSignOnTest: { __typename: 'StartSingleSignOnPayload', url, refusal } },
  });
  const name = 'Sign in to test';

  test('SIGNIN-17 signs in to test once the connection has passed, and comes back to this page', async () => {
    const url = 'https://idp.example/authorize?state=test.s';
    const tested = { domains: [verified], tested: true, tests: [ssoTestOf('1', true)] };
    const { button, sent, goTo } = await open(
      { domains: [verified] },
      {},
      {
        SsoTests_Test: asked(answering('testSingleSignOn', 'TestSingleSignOnPayload', tested)),
        SsoTests_SignIn: begun(url),
      },
    );
    await expect.element(button(name)).toBeDisabled();
    await button('Test single sign-on').click();
    await button(name).click();
    await expect.poll(() => goTo.mock.calls).toEqual([[url]]);
    expect(sent('SsoTests_SignIn')).toEqual({ input: { organisationId: '7' } });
    expect(sessionStorage.getItem('console.singleSignOnTest')).toBe('/S');
    const on = button('Turn on single sign-on');
    await expect.element(on).toBeDisabled();
    await expect.element(on).toHaveAttribute('title', 'First sign in to test.');
  });

  test.each([
    ['says why', null, { __typename: 'SingleSignOnRefused', message: 'It does not answer.' }],
    ['never runs a script', 'javascript:alert(1)', null],
  ])('SIGNIN-18 a test that cannot begin %s and leads nowhere', async (_what, url, refusal) => {
    const { button, screen, goTo, sent } = await open({ tested: true }, {}, { SsoTests_SignIn: begun(url, refusal) });
    await button(name).click();
    await expect.poll(() => sent('SsoTests_SignIn')).toBeDefined();
    if (refusal) await expect.element(screen.getByRole('alert')).toHaveTextContent(refusal.message);
    await expect.element(button(name)).toBeEnabled();
    expect(goTo).not.toHaveBeenCalled();
  });

  test('SIGNIN-10 if the product API has no sign-in test, there is no button and none is needed to turn it on', async () => {
    const { button } = await open({ domains: [verified], tested: true, testedBySigningIn: null });
    await expect.element(button('Turn on single sign-on')).toBeEnabled();
    await expect.element(button(name)).not.toBeInTheDocument();
  });

  test('SIGNIN-12 SIGNIN-60 requires it with the password, after showing how many users keep their password, and makes it optional again', async () => {
    const on = {
      domains: [verified],
      tested: true,
      testedBySigningIn: true,
      enabled: true,
      mode: 'OPTIONAL',
      usersOutsideDomains: 3,
    };
    const { button, sent, screen, dialog } = await open(
      on,
      {},
      {
        RequireSingleSignOnButton_Require: asked(
          answering('setSingleSignOn', 'SetSingleSignOnPayload', { ...on, mode: 'REQUIRED' }),
        ),
      },
    );
    await button('Require single sign-on').click();
    const asking = dialog('Require single sign-on?');
    await expect
      .element(asking.getByText(/3 active users outside the verified domains sign in with a password/))
      .toBeVisible();
    await asking
      .getByLabelText(/password/i)
      .first()
      .fill('Welcome#2026');
    await asking.getByRole('button', { name: 'Require' }).click();
    await expect.element(screen.getByText('Single sign-on is required')).toBeVisible();
    expect(sent('RequireSingleSignOnButton_Require')).toEqual({
      input: { organisationId: '7', enabled: true, required: true, currentPassword: 'Welcome#2026' },
    });
    await expect.element(screen.getByText('Required', { exact: true })).toBeVisible();
    await expect.element(screen.getByText(/3 active users outside the verified domains/)).toBeVisible();
    await expect.element(button('Make single sign-on optional')).toBeVisible();
  });
});
