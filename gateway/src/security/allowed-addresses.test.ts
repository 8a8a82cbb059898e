import { describe, expect } from 'vitest';
import { allowedAddressesFields, sendAddressMutation, testAddresses } from '../testing/address-mutations.ts';
import type { TestClient } from '../testing/client.ts';
import { password, testWith, useTestSystem, viewerDocument } from '../testing/system.ts';

const system = useTestSystem({ signsInAnew: true });

const read = async (tab: TestClient) =>
  (
    await tab.graphql(`query($id: ID!) { organisation(id: $id) { ${allowedAddressesFields} } }`, {
      id: system.platform.orgs.A,
    })
  ).data.organisation.allowedAddresses;
const setList = (addresses: string[] | null) =>
  system.platform.db
    .updateTable('ent_org')
    .set({ allowed_addresses: addresses })
    .where('id', '=', system.platform.orgs.A)
    .execute();

testWith('on', 'NETWORK-1 NETWORK-3 the list is read and set with the password, by those who may only', async () => {
  const tab = await system.signIn('orgA');
  const id = String(system.platform.orgs.A);
  const input = { organisationId: id, addresses: ['::ffff:127.0.0.0/104', '2001:DB8::/32'] };
  expect((await sendAddressMutation(tab, 'updateAllowedAddresses', input)).code).toBe('WRONG_PASSWORD');
  const saved = await sendAddressMutation(tab, 'updateAllowedAddresses', { ...input, currentPassword: password });
  const allowed = { id, addresses: testAddresses, viewerAddressIsProxy: false, viewerConfirmsProxy: false };
  expect(saved.data.updateAllowedAddresses.allowedAddresses).toEqual(allowed);
  expect(await read(tab)).toEqual(allowed);
  expect((await tab.graphql('{ viewer { clientAddress } }')).data.viewer.clientAddress).toBe('127.0.0.1');
  system.upstream.requests.length = 0;
  expect(await read(await system.signIn('assA'))).toBeNull();
  expect(system.upstream.requests.map(({ path }) => path).join()).not.toContain('allowed_addresses');
});

testWith('on', 'NETWORK-2 NETWORK-5 what is wrong with a list is an error at its field', async () => {
  const tab = await system.signIn('orgA');
  const send = async (addresses: string[]) => {
    const input = { organisationId: system.platform.orgs.A, addresses, currentPassword: password };
    return (await sendAddressMutation(tab, 'updateAllowedAddresses', input)).errors[0]?.extensions.fields;
  };
  expect(await send(['10.0.0.1/8'])).toEqual([
    {
      path: 'addresses',
      code: 'FORMAT',
      message: 'cannot contain “10.0.0.1/8”. Enter the network 10.0.0.0/8 or the address 10.0.0.1',
    },
  ]);
  expect(await send(['192.0.2.1'])).toEqual([
    { path: 'addresses', code: 'NOT_ALLOWED', message: 'must include your own IP address 127.0.0.1' },
  ]);
});

testWith('on', 'NETWORK-6 a session from elsewhere is signed out with the reason, and reads nothing', async () => {
  const tab = await system.signIn('orgA');
  expect(await read(tab)).toMatchObject({ addresses: [] });
  await setList(['192.0.2.1']);
  const { text, code } = await tab.graphql(
    'query($id: ID!) { organisation(id: $id) { users(first: 5) { totalCount } } }',
    {
      id: system.platform.orgs.A,
    },
  );
  expect([code, JSON.parse(text).extensions]).toEqual(['UNAUTHENTICATED', { sessionEnd: 'ADDRESS_NOT_ALLOWED' }]);
  expect((await tab.graphql(viewerDocument)).data.viewer).toBeNull();
});

describe('signing in', () => {
  const login = `mutation Login($input: LoginInput!) {
    login(input: $input) { __typename ... on AddressNotAllowed { message } } }`;

  testWith('on', 'NETWORK-7 after the right password the refusal says why, before it nothing', async () => {
    await setList(['192.0.2.1']);
    const tab = system.client();
    const send = async (entered: string) =>
      (await tab.graphql(login, { input: { email: system.platform.users.assA.email, password: entered } })).data.login;
    expect(await send('Wrong-passw0rd')).toEqual({ __typename: 'InvalidCredentials' });
    expect(await send(password)).toEqual({
      __typename: 'AddressNotAllowed',
      message: expect.stringContaining('does not allow your IP address'),
    });
    expect((await tab.graphql(viewerDocument)).data.viewer).toBeNull();
  });
});

testWith('on', 'NETWORK-4 an API key from elsewhere is UNAUTHENTICATED in GraphQL, events and exports', async () => {
  const tab = await system.signIn('orgA');
  const secret = (
    await tab.graphql('mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { id } } }', {
      input: { name: 'sync', scopes: ['READ'], lifetime: 'DAYS_30', currentPassword: password },
    })
  ).data.createApiKey;
  const headers = { authorization: `Bearer ${secret.secret}` };
  const program = system.client();
  const viewer = () => program.graphql('{ viewer { user { id } } }', {}, headers);
  expect((await viewer()).code).toBeUndefined();
  const input = { id: secret.apiKey.id, addresses: ['192.0.2.1'] };
  const limited = await sendAddressMutation(tab, 'updateApiKeyAllowedAddresses', input);
  expect(limited.data.updateApiKeyAllowedAddresses.apiKey.allowedAddresses).toEqual(['192.0.2.1']);
  const refused = await viewer();
  expect([refused.code, refused.errors[0]?.message]).toEqual([
    'UNAUTHENTICATED',
    'You cannot use this API key from your IP address.',
  ]);
  for (const path of ['/events', '/export/organisations.csv'])
    expect([path, (await fetch(`${system.origin}${path}`, { headers })).status]).toEqual([path, 401]);
});

testWith('off', 'NETWORK-11 an external product API has no lists, and none can be set', async () => {
  const tab = await system.signIn('orgA');
  expect(await read(tab)).toBeNull();
  expect((await tab.graphql('{ viewer { clientAddress } }')).data.viewer.clientAddress).toBeNull();
  const input = { organisationId: system.platform.orgs.A, addresses: [], currentPassword: password };
  expect((await sendAddressMutation(tab, 'updateAllowedAddresses', input)).code).toBe('CAPABILITY_UNAVAILABLE');
});
