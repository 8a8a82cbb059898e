import { expect, test } from 'vitest';
import { organisationKeyOf } from '../testing/keys.ts';
import { address, openConsole } from '../testing/render.tsx';
import { type Answers, gatewayOf, organisation, viewer } from '../testing/responses.ts';

const secret = 'key_99aabbcc_the-text-of-the-key';
const roles = [
  { __typename: 'ApiKeyRole', role: 'ORGANISER', scopes: ['READ', 'USERS_WRITE', 'SENSITIVE_WRITE'] },
  { __typename: 'ApiKeyRole', role: 'AUDITEE', scopes: ['READ'] },
];

const open = async (keys: object[] | null, answers: Answers = {}, path = '/O/keys') => {
  const own = { ...organisation, apiKeys: [], organisationApiKeys: keys, apiKeyRoles: roles };
  const page = { data: { viewer: { ...viewer, organisation: own } } };
  const opened = await openConsole(path, gatewayOf({ KeysPage: page, ...answers }));
  const { screen, calls } = opened;
  const sent = (name: string) => calls.filter((call) => call.name === name).map(({ variables }) => variables);
  const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
  return { ...opened, sent, row };
};

test('ORGKEY-13 ORGKEY-14 the keys of the organisation are listed with role, author, state and last use, next to those of users', async () => {
  const left = organisationKeyOf('1', { hasCreatorLeft: true, lastUsedAt: '2026-11-20T09:30:00.000Z' });
  const scim = organisationKeyOf('2', { purpose: 'SCIM', role: null, scopes: [], createdBy: null });
  const { screen, row } = await open([left, scim]);
  await expect.element(row('Key 1').getByText('Organiser', { exact: true })).toBeVisible();
  const author = row('Key 1').getByRole('cell', { name: /Ada Admin/ });
  await expect.element(author.getByText('Creator has left. Rotate this key.')).toBeVisible();
  await expect.element(row('Key 1').getByText('20 Nov 2026').first()).toBeVisible();
  await expect.element(row('Key 2').getByText('SCIM only')).toBeVisible();
  await expect.element(row('Key 2').getByText('Creator has left. Rotate this key.')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('heading', { name: 'User API keys' })).toBeVisible();
});

test('ORGKEY-13 a key is created with a role and its scopes, shown once and put in front of the list', async () => {
  const apiKey = organisationKeyOf('9', { name: 'Nightly sync' });
  const payload = { __typename: 'CreateOrganisationApiKeyPayload', apiKey, secret };
  const { screen, button, sent, row } = await open([organisationKeyOf('1')], {
    CreateKeyDialog_CreateOfOrganisation: { data: { createOrganisationApiKey: payload } },
  });
  await button('Create organisation API key').click();
  await screen.getByRole('textbox', { name: 'Name' }).fill('Nightly sync');
  await expect.element(screen.getByRole('checkbox', { name: 'Change users' })).not.toBeInTheDocument();
  await screen.getByRole('combobox', { name: 'Role' }).click();
  await screen.getByRole('option', { name: 'Organiser' }).click();
  await screen.getByRole('checkbox', { name: 'Change users' }).click();
  await screen.getByLabelText(/^Password/).fill('Welcome#2026');
  await button('Create').click();
  await expect.element(screen.getByRole('textbox', { name: 'API key' })).toHaveValue(secret);
  expect(sent('CreateKeyDialog_CreateOfOrganisation')).toEqual([
    {
      input: {
        organisationId: organisation.id,
        name: 'Nightly sync',
        role: 'ORGANISER',
        scopes: ['READ', 'USERS_WRITE'],
        lifetime: 'DAYS_90',
        currentPassword: 'Welcome#2026',
      },
    },
  ]);
  await button('I have stored it').click();
  await expect.element(row('Nightly sync')).toBeVisible();
});

test('ORGKEY-13 the link of an email opens the question to rotate its key, once', async () => {
  const fresh = organisationKeyOf('2', { name: 'Key 1' });
  const rotated = organisationKeyOf('1', { status: 'ROTATED', viewerCanRotate: false });
  const payload = { __typename: 'RotateOrganisationApiKeyPayload', apiKey: fresh, secret, rotated };
  const answers = { RotateKeyButton_RotateOfOrganisation: { data: { rotateOrganisationApiKey: payload } } };
  const { screen, sent, row } = await open([organisationKeyOf('1')], answers, '/O/keys?rotate=1');
  const question = screen.getByRole('dialog', { name: 'Rotate Key 1?' });
  await question.getByLabelText(/^Password/).fill('Welcome#2026');
  await question.getByRole('button', { name: 'Rotate' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'API key' })).toHaveValue(secret);
  expect(sent('RotateKeyButton_RotateOfOrganisation')).toEqual([
    { input: { id: '1', currentPassword: 'Welcome#2026' } },
  ]);
  expect(address()).toBe('/O/keys');
  await screen.getByRole('button', { name: 'I have stored it' }).click();
  await expect.element(row('Rotated')).toBeVisible();
});

test('ORGKEY-13 a key for SCIM is rotated with a password, and revoked after a confirmation', async () => {
  const scim = organisationKeyOf('1', { purpose: 'SCIM', role: null, scopes: [] });
  const revoked = { ...scim, status: 'REVOKED', viewerCanRotate: false, viewerCanRevoke: false };
  const payload = { __typename: 'RevokeOrganisationApiKeyPayload', apiKey: revoked };
  const { screen, button, row } = await open([scim], {
    RevokeKeyButton_RevokeOfOrganisation: { data: { revokeOrganisationApiKey: payload } },
  });
  await button('Rotate Key 1').click();
  await expect.element(screen.getByRole('dialog').getByLabelText(/^Password/)).toBeVisible();
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await button('Revoke Key 1').click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect.element(row('Revoked')).toBeVisible();
});

test('ORGKEY-13 with a product API without such keys the page has those of users alone', async () => {
  const { screen } = await open(null);
  await expect.element(screen.getByRole('heading', { name: 'User API keys' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Organisation API keys' })).not.toBeInTheDocument();
});

test('NETWORK-4 the addresses of a key of the organisation are set by its own mutation', async () => {
  const key = organisationKeyOf('1', { viewerCanEditAllowedAddresses: true });
  const payload = {
    __typename: 'UpdateOrganisationApiKeyAllowedAddressesPayload',
    apiKey: { ...key, allowedAddresses: ['203.0.113.0/24'] },
  };
  const { screen, button, sent } = await open([key], {
    KeyAddressesDialog: { data: { viewer: { __typename: 'Viewer', clientAddress: '203.0.113.7' } } },
    KeyAddressesDialog_UpdateOfOrganisation: { data: { updateOrganisationApiKeyAllowedAddresses: payload } },
  });
  await button('Allowed IP addresses of Key 1').click();
  await screen.getByRole('textbox', { name: /Allowed IP addresses/ }).fill('203.0.113.0/24');
  await button('Save').click();
  await expect.element(screen.getByText('Allowed IP addresses updated')).toBeVisible();
  expect(sent('KeyAddressesDialog_UpdateOfOrganisation')).toEqual([
    { input: { id: '1', addresses: ['203.0.113.0/24'] } },
  ]);
});
