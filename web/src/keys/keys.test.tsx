import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { apiKeyOf } from '../testing/keys.ts';
import { profileOf } from '../testing/profile.ts';
import { address, openConsole } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, organisation, viewer } from '../testing/responses.ts';

const apiKeyScopes = ['READ', 'USERS_WRITE', 'SENSITIVE_WRITE'];
const secret = 'key_99aabbcc_the-text-of-the-key';

const open = async (keys: object[] | null, answers: Answers = {}, scopes: string[] | null = apiKeyScopes) => {
  const own = profileOf({}, { apiKeys: keys, apiKeyScopes: scopes });
  const opened = await openConsole('/profile?tab=api-keys', gatewayOf({ ProfilePage: own, ...answers }));
  const { screen, calls } = opened;
  const sent = (name: string) => calls.filter((call) => call.name === name).map(({ variables }) => variables);
  const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
  return { ...opened, sent, row };
};

const created = {
  data: {
    createApiKey: { __typename: 'CreateApiKeyPayload', apiKey: apiKeyOf('9', { name: 'Nightly sync' }), secret },
  },
};

test('DESIGN-8 the tab lists the keys with scopes, state and last use, and offers what the viewer may do', async () => {
  const revoked = { status: 'REVOKED', viewerCanRotate: false, viewerCanRevoke: false };
  const { screen, row } = await open([
    apiKeyOf('1', { lastUsedAt: '2026-11-20T09:30:00.000Z' }),
    apiKeyOf('2', { ...revoked, expiresAt: null }),
  ]);
  await expect.element(row('Key 1').getByText('key_1f3a9c02…')).toBeVisible();
  await expect.element(row('Key 1').getByText('Read, Change users')).toBeVisible();
  await expect.element(row('Key 2').getByText('Revoked')).toBeVisible();
  await expect.element(row('Key 2').getByText('Never', { exact: true }).first()).toBeVisible();
  await expect.element(row('Key 2').getByRole('button')).not.toBeInTheDocument();
  await expect.poll(() => document.title).toBe('API keys · Demo · Console');
  await expect.element(screen.getByRole('link', { name: 'API keys' })).toHaveAttribute('aria-current', 'page');
});

test('DESIGN-8 a key is created with the chosen scopes, shown once and put in front of the list', async () => {
  const { screen, button, sent, row } = await open([apiKeyOf('1')], { CreateKeyDialog_Create: created });
  await button('Create API key').click();
  await expect.element(screen.getByRole('checkbox', { name: 'Read' })).toBeDisabled();
  await button('Create').click();
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  expect(sent('CreateKeyDialog_Create')).toEqual([]);
  await screen.getByRole('textbox', { name: 'Name' }).fill(' Nightly sync ');
  await screen.getByRole('checkbox', { name: 'Change users' }).click();
  await screen.getByLabelText(/^Password/).fill('Welcome#2026');
  await button('Create').click();
  await expect.element(screen.getByRole('textbox', { name: 'API key' })).toHaveValue(secret);
  expect(sent('CreateKeyDialog_Create')).toEqual([
    {
      input: {
        name: 'Nightly sync',
        scopes: ['READ', 'USERS_WRITE'],
        lifetime: 'DAYS_90',
        currentPassword: 'Welcome#2026',
      },
    },
  ]);
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('textbox', { name: 'API key' })).toBeVisible();
  await button('I have stored it').click();
  await expect.element(screen.getByRole('textbox', { name: 'API key' })).not.toBeInTheDocument();
  await expect.element(row('Nightly sync')).toBeVisible();
});

test('OUTLIVE-6 DESIGN-8 a new key asks for the password, and a wrong one is reported at its field', async () => {
  const answers = [failing('WRONG_PASSWORD', 'Wrong'), created];
  const { screen, button, sent } = await open([], {
    CreateKeyDialog_Create: asked(() => answers.shift() ?? created),
  });
  await button('Create API key').click();
  await screen.getByRole('textbox', { name: 'Name' }).fill('Offboarding');
  await screen.getByLabelText(/^Password/).fill('guess');
  await button('Create').click();
  await expect.element(screen.getByText('This is not your password. No key was created.')).toBeVisible();
  await button('Create').click();
  await expect.element(screen.getByRole('textbox', { name: 'API key' })).toHaveValue(secret);
  expect(sent('CreateKeyDialog_Create')[1]).toMatchObject({ input: { currentPassword: 'guess' } });
});

test('DESIGN-8 rotating shows the new key and marks the old one; revoking is confirmed', async () => {
  const rotated = apiKeyOf('1', { status: 'ROTATED', viewerCanRotate: false });
  const fresh = apiKeyOf('2', { name: 'Key 1' });
  const payload = { __typename: 'RotateApiKeyPayload', apiKey: fresh, secret, rotated };
  const revoked = apiKeyOf('1', { status: 'REVOKED', viewerCanRotate: false, viewerCanRevoke: false });
  const { screen, button, sent } = await open([apiKeyOf('1')], {
    RotateKeyButton_Rotate: { data: { rotateApiKey: payload } },
    RevokeKeyButton_Revoke: { data: { revokeApiKey: { __typename: 'RevokeApiKeyPayload', apiKey: revoked } } },
  });
  await button('Rotate Key 1').click();
  await screen.getByLabelText(/^Password/).fill('Welcome#2026');
  await screen.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'API key' })).toHaveValue(secret);
  await button('I have stored it').click();
  await expect.element(screen.getByText('Rotated', { exact: true })).toBeVisible();
  expect(sent('RotateKeyButton_Rotate')).toEqual([{ input: { id: '1', currentPassword: 'Welcome#2026' } }]);
  await screen.getByRole('button', { name: 'Revoke Key 1' }).nth(1).click();
  expect(sent('RevokeKeyButton_Revoke')).toEqual([]);
  await screen.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect.element(screen.getByText('Revoked', { exact: true })).toBeVisible();
  expect(sent('RevokeKeyButton_Revoke')).toEqual([{ input: { id: '1' } }]);
});

test('ORGKEY-14 revoking a key that has replaced another names both by their prefixes, and revokes the earlier one too', async () => {
  const rotated = apiKeyOf('1', { prefix: 'key_old', status: 'ROTATED', viewerCanRotate: false });
  const fresh = apiKeyOf('2', { name: 'Key 1', prefix: 'key_new' });
  const { screen, sent } = await open([fresh, rotated], {
    RevokeKeyButton_Revoke: asked(({ variables }) => {
      const { id } = variables.input as { id: string };
      const apiKey = { ...(id === '1' ? rotated : fresh), status: 'REVOKED', viewerCanRevoke: false };
      return { data: { revokeApiKey: { __typename: 'RevokeApiKeyPayload', apiKey } } };
    }),
  });
  await screen.getByRole('button', { name: 'Revoke Key 1' }).first().click();
  const question = screen.getByRole('dialog');
  await expect.element(question.getByText(/Programs that use this key \(key_new…\) stop working/)).toBeVisible();
  await expect.element(question.getByText(/was rotated and works until 31 Jan 2027/)).toBeVisible();
  await expect.element(question.getByRole('checkbox', { name: 'Also revoke the earlier key key_old…' })).toBeChecked();
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect.poll(() => sent('RevokeKeyButton_Revoke')).toEqual([{ input: { id: '2' } }, { input: { id: '1' } }]);
  // Revoked keys are listed but not counted.
  await expect.element(screen.getByRole('img', { name: '0 in all' })).toBeVisible();
});

test('START-37 a key created by an earlier press cannot be shown, and the dialog says so', async () => {
  const payload = { ...created.data.createApiKey, secret: null };
  const { screen, button, row } = await open([apiKeyOf('1')], {
    CreateKeyDialog_Create: { data: { createApiKey: payload } },
  });
  await button('Create API key').click();
  await screen.getByRole('textbox', { name: 'Name' }).fill('Nightly sync');
  await screen.getByLabelText(/^Password/).fill('Welcome#2026');
  await button('Create').click();
  const notice = screen.getByRole('dialog', { name: 'The new key cannot be shown' });
  await expect.element(notice.getByText(/Revoke this key and create another/)).toBeVisible();
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect.element(row('Nightly sync')).toBeVisible();
});

test('DESIGN-8 with a product API without calls for keys the page says that its operator issues them', async () => {
  const { screen } = await open(null, {}, null);
  await expect
    .element(screen.getByText('The operator of the product API issues its API keys. Ask them for one.'))
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Create API key' })).not.toBeInTheDocument();
});

test('DESIGN-8 the keys of the organisation have their owners and can be revoked, not rotated', async () => {
  const apiKeys = [apiKeyOf('1', { viewerCanRotate: false })];
  const own = { data: { viewer: { ...viewer, organisation: { ...organisation, apiKeys } } } };
  const { screen } = await openConsole('/O/keys', gatewayOf({ KeysPage: own }));
  const row = screen.getByRole('row', { name: /Key 1/ });
  await expect.element(row.getByText('Ada Admin')).toBeVisible();
  await expect.element(row.getByRole('button', { name: 'Revoke Key 1' })).toBeVisible();
  await expect.element(row.getByRole('button', { name: 'Rotate Key 1' })).not.toBeInTheDocument();
});

test('SIGNIN-54 a suspended key of the organisation is confirmed with a password', async () => {
  const suspended = apiKeyOf('1', { status: 'SUSPENDED', viewerCanRotate: false, viewerCanConfirm: true });
  const own = { data: { viewer: { ...viewer, organisation: { ...organisation, apiKeys: [suspended] } } } };
  const apiKey = apiKeyOf('1', { viewerCanRotate: false });
  const { screen, calls } = await openConsole(
    '/O/keys',
    gatewayOf({
      KeysPage: own,
      ConfirmKeyButton_Confirm: { data: { confirmApiKey: { __typename: 'ConfirmApiKeyPayload', apiKey } } },
    }),
  );
  const row = screen.getByRole('row', { name: /Key 1/ });
  await expect.element(row.getByText('Suspended')).toBeVisible();
  await row.getByRole('button', { name: 'Reactivate Key 1' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(/act as Ada Admin again/)).toBeVisible();
  await dialog.getByLabelText('Password *').fill('Welcome#2026');
  await dialog.getByRole('button', { name: 'Reactivate', exact: true }).click();
  await expect.element(screen.getByText('API key reactivated')).toBeVisible();
  await expect.element(row.getByText('Suspended')).not.toBeInTheDocument();
  const sent = calls.filter(({ name }) => name === 'ConfirmKeyButton_Confirm').map(({ variables }) => variables);
  expect(sent).toEqual([{ input: { id: '1', currentPassword: 'Welcome#2026' } }]);
});

test('DESIGN-8 the keys of the organisation are not found by a viewer without the right', async () => {
  const can = { ...viewer.can, viewApiKeys: false };
  const gateway = gatewayOf({ PermissionGuard: { data: { viewer: { ...viewer, can } } } });
  await openConsole('/O/keys', gateway, { rights: can });
  await expect.poll(address).toBe('/page-not-found');
});

test('NETWORK-4 NETWORK-14 the addresses of a key are set in a dialog, with the own one, and what is refused is shown there', async () => {
  const limited = apiKeyOf('1', { allowedAddresses: ['203.0.113.0/24'], viewerCanEditAllowedAddresses: true });
  const message = 'must be confirmed by the server';
  const fields = [{ path: 'addresses', code: 'FORMAT', message }];
  const apiKey = { ...limited, allowedAddresses: [] };
  const payload = { __typename: 'UpdateApiKeyAllowedAddressesPayload', apiKey };
  const answers = [failing('INVALID', message, { fields }), { data: { updateApiKeyAllowedAddresses: payload } }];
  const { screen, button, sent } = await open([limited], {
    KeyAddressesDialog: { data: { viewer: { __typename: 'Viewer', clientAddress: '203.0.113.7' } } },
    KeyAddressesDialog_Update: asked(() => answers.shift() ?? { data: null }),
  });
  await button('Allowed IP addresses of Key 1').click();
  await expect.element(screen.getByText('Your IP address is 203.0.113.7.')).toBeVisible();
  const field = screen.getByRole('textbox', { name: /Allowed IP addresses/ });
  await expect.element(field).toHaveValue('203.0.113.0/24');
  await field.fill('x');
  await button('Save').click();
  await expect.element(screen.getByText('cannot contain “x”, which is not an IP address or network')).toBeVisible();
  await field.fill('192.0.2.1; 192.0.2.2');
  await button('Save').click();
  await expect.element(screen.getByText(message).first()).toBeVisible();
  await field.fill('');
  await button('Save').click();
  await expect.element(screen.getByText('Allowed IP addresses updated')).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  expect(sent('KeyAddressesDialog_Update')).toEqual([
    { input: { id: '1', addresses: ['192.0.2.1', '192.0.2.2'] } },
    { input: { id: '1', addresses: [] } },
  ]);
});
