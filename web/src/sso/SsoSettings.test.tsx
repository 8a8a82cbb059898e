import { describe, expect, test } from 'vitest';
import { address, openConsole, storedKeys } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, pageOf, viewer } from '../testing/responses.ts';
import { organisationSso, ownSso, singleSignOnOf, ssoOf, ssoSaved } from '../testing/settings.ts';

const open = async (answers: Answers = {}, path = '/S', title = 'Sign-in') => {
  const opened = await openConsole(
    path,
    gatewayOf({
      SsoPage: asked((call) => (call.variables.own ? ownSso() : organisationSso(call))),
      OrganisationPage: pageOf(viewer),
      SsoForm_Update: asked(ssoSaved),
      ...answers,
    }),
  );
  const { screen, calls } = opened;
  await expect.element(screen.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  const field = (name: string) => screen.getByRole('textbox', { name });
  const secret = field('Client secret');
  return {
    ...opened,
    field,
    secret,
    replace: () => opened.button('Replace secret').click(),
    sent: () => calls.find(({ name }) => name === 'SsoForm_Update')?.variables,
  };
};

const edit = async (...args: Parameters<typeof open>) => {
  const opened = await open(...args);
  await opened.button('Edit').click();
  await expect.element(opened.field('Client ID')).toBeVisible();
  return opened;
};

const terms = () =>
  [...document.querySelectorAll('dl > div')]
    .filter((entry) => !entry.closest('aside'))
    .map(({ children }) => [...children].map(({ textContent }) => textContent));

describe('to read', () => {
  test('SSO-1 SSO-3 /S is the own organisation’s settings with the secret masked, in one request', async () => {
    const { calls } = await open();
    await expect
      .poll(() => terms())
      .toEqual([
        ['Client ID', 'client-1'],
        ['Tenant ID', 'tenant-1'],
        ['Client secret', '********Stored, never shown'],
      ]);
    expect(calls.map(({ name }) => name)).toEqual(['SsoPage']);
    await expect.poll(() => document.title).toBe('Single sign-on · Demo · Console');
  });

  test('SSO-2 SSO-5 the SSO tab is the same form for that organisation', async () => {
    const { field, button, sent, screen } = await edit({}, '/O/10?tab=sso', 'Other');
    await field('Client ID').fill('client-2');
    await button('Save').click();
    await expect.element(screen.getByText('SSO Updated')).toBeVisible();
    expect(sent()).toEqual({ input: { organisationId: '10', clientId: 'client-2', tenantId: 'tenant-1' } });
  });

  test('SSO-3 no stored secret is a dash', async () => {
    await open({ SsoPage: ownSso({ sso: ssoOf('7', { secretSet: false }) }) });
    await expect.poll(() => terms()[2]).toEqual(['Client secret', '–Not given']);
  });

  test('SSO-1 OPEN-46 a read-only viewer has no Edit button', async () => {
    const { button } = await open({ SsoPage: ownSso({ viewerCanEditSso: false }) });
    await expect.poll(() => terms()).toHaveLength(3);
    await expect.element(button('Edit')).not.toBeInTheDocument();
  });

  test('SSO-6 a read-only viewer sees that there are no settings', async () => {
    const { screen } = await open({ SsoPage: ownSso({ viewerCanEditSso: false, sso: null }) });
    await expect.element(screen.getByText('Single sign-on is not set up')).toBeVisible();
    await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument();
  });

  test('SSO-1 settings that failed to load are not shown as missing', async () => {
    const errors = [{ message: 'Request Failed', path: ['viewer', 'organisation', 'sso'] }];
    const { screen } = await open({ SsoPage: { ...ownSso({ sso: null }), errors } });
    await expect.element(screen.getByText('Single sign-on could not be loaded')).toBeVisible();
    await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument();
  });
});

test('SIGNIN-37 FRAME-3 the page of the first save shows the redirect URI to register, and which tenant ID to enter', async () => {
  const redirectUrl = 'https://console.example/login/callback';
  const { screen } = await open({ SsoPage: ownSso({ sso: null, singleSignOnRedirectUrl: redirectUrl }) });
  const help = screen.getByRole('complementary', { name: 'Summary' });
  await expect.element(help.getByText(redirectUrl)).toBeVisible();
  await expect.element(help.getByRole('button', { name: 'Copy the redirect URI' })).toBeVisible();
  await expect.element(screen.getByText(/Directory \(tenant\) ID, a GUID/)).toBeVisible();
});

describe('to change', () => {
  test('SSO-4 SSO-8 REALUSE-5 no field is one for a password, and that of the secret exists only to replace it, masked', async () => {
    const { secret, field, button, replace } = await edit();
    await expect.element(field('Client ID')).toHaveValue('client-1');
    await expect.element(secret).not.toBeInTheDocument();
    await replace();
    await expect.element(secret).toHaveFocus();
    await expect.element(secret).toHaveValue('');
    const input = secret.element() as HTMLInputElement;
    const given = ['type', 'autocomplete', 'autocapitalize', 'autocorrect', 'spellcheck'];
    expect(given.map((name) => input.getAttribute(name) ?? input.type)).toEqual([
      'text',
      'off',
      'none',
      'off',
      'false',
    ]);
    const masked = () => getComputedStyle(input).getPropertyValue('-webkit-text-security');
    expect([masked(), document.querySelector('input[type=password]')]).toEqual(['disc', null]);
    await button('Show Client secret').click();
    await expect.poll(masked).toBe('none');
    await secret.fill('other');
    await button('Keep the stored secret').click();
    await expect.element(button('Replace secret')).toHaveFocus();
    await replace();
    await expect.element(secret).toHaveValue('');
  });

  test('REALUSE-5 the question names a new secret', async () => {
    const { secret, field, button, screen, replace } = await edit({
      SsoPage: ownSso({ singleSignOn: singleSignOnOf('7', { enabled: true }) }),
    });
    const dialog = screen.getByRole('dialog', { name: 'Change single sign-on?' });
    const replaced = dialog.getByText(/The client secret is replaced with the entered one\./);
    await field('Tenant ID').fill('tenant-2');
    await button('Save').click();
    await expect.element(dialog).toBeVisible();
    await expect.element(replaced).not.toBeInTheDocument();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await replace();
    await secret.fill('new');
    await button('Save').click();
    await expect.element(replaced).toBeVisible();
  });

  test('SSO-4 Cancel returns to what is saved and sends nothing', async () => {
    const { secret, field, button, calls, replace } = await edit();
    await field('Client ID').fill('other');
    await replace();
    await secret.fill('hidden');
    await button('Cancel').click();
    await expect.element(button('Edit')).toBeVisible();
    await expect.poll(() => terms()[0]).toEqual(['Client ID', 'client-1']);
    await button('Edit').click();
    await expect.element(field('Client ID')).toHaveValue('client-1');
    await expect.element(secret).not.toBeInTheDocument();
    expect(calls).toHaveLength(1);
  });

  test('SSO-5 MSG-24 OPEN-46 a secret that was not touched is not sent, and the view shows what was saved', async () => {
    const { field, button, sent, screen, calls } = await edit();
    await field('Tenant ID').fill(' tenant-2 ');
    await button('Save').click();
    await expect.element(screen.getByText('SSO Updated')).toBeVisible();
    await expect.element(button('Edit')).toBeVisible();
    await expect.poll(() => terms()[1]).toEqual(['Tenant ID', 'tenant-2']);
    expect(sent()).toEqual({ input: { organisationId: '7', clientId: 'client-1', tenantId: 'tenant-2' } });
    expect(calls).toHaveLength(2);
  });

  test('SIGNIN-4 saving while single sign-on is on requires the password', async () => {
    const { field, button, sent, screen } = await edit({
      SsoPage: ownSso({ singleSignOn: singleSignOnOf('7', { enabled: true }) }),
    });
    await field('Tenant ID').fill('tenant-2');
    await button('Save').click();
    const dialog = screen.getByRole('dialog', { name: 'Change single sign-on?' });
    expect(sent()).toBeUndefined();
    await dialog.getByRole('textbox', { name: /password/i }).fill('Welcome#2026');
    await dialog.getByRole('button', { name: 'Change' }).click();
    await expect.element(screen.getByText('SSO Updated')).toBeVisible();
    expect(sent()).toMatchObject({ input: { tenantId: 'tenant-2', currentPassword: 'Welcome#2026' } });
  });

  test('SSO-5 SECURITY a new secret is sent as entered, and is then nowhere in the page', async () => {
    const { secret, button, sent, screen, client, replace } = await edit();
    await replace();
    await secret.fill(' s3cret ');
    await button('Save').click();
    await expect.element(screen.getByText('SSO Updated')).toBeVisible();
    await expect.element(button('Edit')).toBeVisible();
    expect(sent()).toMatchObject({ input: { clientSecret: ' s3cret ' } });
    await expect.poll(() => document.documentElement.outerHTML).not.toContain('s3cret');
    expect(JSON.stringify(client.cache.extract())).not.toContain('s3cret');
  });

  test('SSO-6 SSO-9 MSG-13 without settings the form opens directly, and all three fields are required', async () => {
    const { field, secret, button, screen, sent } = await open({ SsoPage: ownSso({ sso: null }) });
    await expect.element(button('Cancel')).not.toBeInTheDocument();
    await secret.fill('  ');
    await button('Save').click();
    await expect.poll(() => screen.getByText('required', { exact: true }).elements().length).toBe(3);
    await expect.element(field('Client ID')).toHaveFocus();
    expect(sent()).toBeUndefined();
    await field('Client ID').fill('a');
    await field('Tenant ID').fill('b');
    await secret.fill('c');
    await button('Save').click();
    await expect.element(screen.getByText('SSO Updated')).toBeVisible();
    expect(sent()).toEqual({ input: { organisationId: '7', clientId: 'a', tenantId: 'b', clientSecret: 'c' } });
    await expect.element(button('Edit')).toBeVisible();
    await expect
      .poll(() => terms())
      .toEqual([
        ['Client ID', 'a'],
        ['Tenant ID', 'b'],
        ['Client secret', '********Stored, never shown'],
      ]);
  });

  test('SSO-9 with a stored secret the other two fields are still required, and no value may be too long', async () => {
    const { field, secret, button, screen, sent, replace } = await edit();
    await field('Client ID').fill('');
    await replace();
    await field('Tenant ID').fill('x'.repeat(256));
    await secret.fill('x'.repeat(1001));
    await button('Save').click();
    await expect.poll(() => screen.getByText('required', { exact: true }).elements().length).toBe(1);
    await expect.element(screen.getByText('must have at most 255 characters')).toBeVisible();
    await expect.element(screen.getByText('must have at most 1000 characters')).toBeVisible();
    expect(sent()).toBeUndefined();
  });

  test('SSO-5 the server’s messages appear at their fields, and the input stays', async () => {
    const refused = failing('INVALID', 'client_secret is invalid', {
      fields: [{ path: 'clientSecret', message: 'is invalid' }],
    });
    const { secret, button, screen, replace } = await edit({ SsoForm_Update: refused });
    await replace();
    await secret.fill('short');
    await button('Save').click();
    await expect.element(screen.getByText('is invalid', { exact: true })).toBeVisible();
    await expect.element(secret).toHaveFocus();
    await expect.element(secret).toHaveValue('short');
    await expect.element(screen.getByRole('alert').getByText('client_secret is invalid')).not.toBeInTheDocument();
  });

  test('SSO-4 UI-19 leaving asks first, and the secret is not kept when the session ends', async () => {
    const { field, secret, screen, router, replace } = await edit();
    await field('Client ID').fill('typed');
    await replace();
    await secret.fill('hidden');
    void router.navigate('/O');
    const question = screen.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(address()).toBe('/S');
    localStorage.removeItem('console.page');
    window.dispatchEvent(new StorageEvent('storage', { key: 'console.page', newValue: null }));
    expect(storedKeys()).toHaveLength(1);
    expect(JSON.stringify({ ...sessionStorage })).toContain('typed');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('hidden');
  });
});

test('START-69 Edit leads to the first field of SSO, Save and Cancel lead to Edit', async () => {
  const { field, button } = await open();
  for (const leave of ['Cancel', 'Save']) {
    await button('Edit').click();
    await expect.element(field('Client ID')).toHaveFocus();
    await field('Tenant ID').click();
    await button(leave).click();
    await expect.element(button('Edit')).toHaveFocus();
  }
});
