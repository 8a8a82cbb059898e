import { expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { programHeaders } from '../testing/documents.ts';
import {
  confirmWithPasskey,
  startPasskeyConfirmation,
  startPasskeySignIn,
  withPasskey,
} from '../testing/passkey-mutations.ts';
import { testWith, useTestSystem } from '../testing/system.ts';
import { paths } from '../testing/user-mutations.ts';

const system = useTestSystem({ signsInAnew: true });

const waysDocument = '{ viewer { confirmationMethods } }';
const deactivateDocument = 'mutation Deactivate($id: ID!) { deactivateUser(id: $id) { user { status } } }';
const deactivate = (tab: TestClient, id: unknown = system.platform.users.audA.id, headers = {}) =>
  tab.graphql(deactivateDocument, { id }, headers);
const waysOf = async (tab: TestClient) => (await tab.graphql(waysDocument)).data.viewer.confirmationMethods;
const dropPassword = () =>
  system.platform.db
    .updateTable('ent_usr')
    .set({ password_hash: null })
    .where('id', '=', system.platform.users.orgA.id)
    .execute();

const open = async () => {
  const tab = await system.signIn('orgA');
  const { device, id } = await withPasskey(tab);
  const confirm = async (by = tab) => {
    const { data } = await startPasskeyConfirmation(by);
    return confirmWithPasskey(by, device.get(data.startPasskeyConfirmation.options));
  };
  return { tab, device, id, confirm };
};

testWith('on', 'CONFIRM-1 a person without a password deactivates a user with a passkey, once', async () => {
  const { tab, confirm } = await open();
  await dropPassword();
  expect(await waysOf(tab)).toEqual(['PASSKEY']);
  const refused = await deactivate(tab);
  expect([refused.code, refused.errors[0]?.message]).toEqual(['WRONG_PASSWORD', 'Confirm with your passkey first.']);
  const until = (await confirm()).data.confirmWithPasskey.confirmedUntil;
  expect(until).toBe(new Date(system.platform.now().getTime() + 60_000).toISOString());
  system.upstream.requests.length = 0;
  expect((await deactivate(tab)).data.deactivateUser.user.status).toBe('INACTIVE');
  expect(system.upstream.sent(paths.prove)).toEqual([]);
  expect((await deactivate(tab, system.platform.users.assA.id)).code).toBe('WRONG_PASSWORD');
});

testWith('on', 'CONFIRM-1 passkeys are removed with one of them, also by who has a password', async () => {
  const { tab, id, confirm } = await open();
  expect(await waysOf(tab)).toEqual(['PASSWORD', 'PASSKEY']);
  await confirm();
  const document = 'mutation Remove($input: RemovePasskeyInput!) { removePasskey(input: $input) { passkey { id } } }';
  expect((await tab.graphql(document, { input: { id } })).errors).toEqual([]);
  expect(await waysOf(tab)).toEqual(['PASSWORD']);
  expect((await startPasskeyConfirmation(tab)).code).toBe('CONFLICT');
});

testWith('on', 'CONFIRM-3 another session, and a challenge to sign in, confirm nothing', async () => {
  const { tab, device, confirm } = await open();
  const other = await system.signIn('orgA');
  await confirm();
  expect((await deactivate(other)).code).toBe('WRONG_PASSWORD');
  const { data } = await startPasskeySignIn(system.client());
  const foreign = device.get(data.startPasskeySignIn.options);
  expect((await confirmWithPasskey(tab, foreign)).code).toBe('WRONG_PASSWORD');
  expect((await confirmWithPasskey(tab, 'x'.repeat(8_001))).code).toBe('INVALID');
});

testWith('on', 'CONFIRM-3 an API key, another site and no session confirm nothing', async () => {
  const { tab } = await open();
  const program = programHeaders(await system.integrationKey('orgA'));
  expect((await startPasskeyConfirmation(system.client(), program)).code).toBe('FORBIDDEN');
  expect((await confirmWithPasskey(system.client(), '{}', program)).code).toBe('FORBIDDEN');
  expect((await deactivate(system.client(), system.platform.users.audA.id, program)).code).toBe('FORBIDDEN');
  expect((await confirmWithPasskey(tab, '{}', { origin: 'https://evil.example' })).code).toBe('FORBIDDEN');
  expect((await startPasskeyConfirmation(system.client())).code).toBe('UNAUTHENTICATED');
  expect((await confirmWithPasskey(system.client(), '{}')).code).toBe('UNAUTHENTICATED');
});

testWith('on', 'CONFIRM-1 ERR-6 an answer that is lost leaves no act behind: it is confirmed anew', async () => {
  const { tab, confirm } = await open();
  system.upstream.script('/consoles/ext/confirm_with_passkey', { status: 503, body: {} });
  expect((await confirm()).code).toBe('UPSTREAM_UNAVAILABLE');
  expect((await deactivate(tab)).code).toBe('WRONG_PASSWORD');
});

test('CONFIRM-4 an empty password is refused as ever, without asking the product API', async () => {
  const tab = await system.signIn('orgA');
  system.upstream.requests.length = 0;
  const refused = await tab.graphql(
    'mutation Deactivate($id: ID!, $currentPassword: String) { deactivateUser(id: $id, currentPassword: $currentPassword) { user { status } } }',
    { id: system.platform.users.audA.id, currentPassword: '' },
  );
  expect([refused.code, refused.errors[0]?.message]).toEqual(['WRONG_PASSWORD', 'Invalid Credentails']);
  expect(system.upstream.sent(paths.turn)).toEqual([]);
});

testWith(
  'off',
  'CONFIRM-4 a product API that knows passwords only refuses acts without one, and has no other way',
  async () => {
    const tab = await system.signIn('orgA');
    expect(await waysOf(tab)).toBeNull();
    expect((await startPasskeyConfirmation(tab)).code).toBe('CAPABILITY_UNAVAILABLE');
    expect((await confirmWithPasskey(tab, '{}')).code).toBe('CAPABILITY_UNAVAILABLE');
    system.upstream.requests.length = 0;
    const refused = await deactivate(tab);
    expect([refused.code, refused.errors[0]?.message]).toEqual(['WRONG_PASSWORD', 'Invalid Credentails']);
    expect(system.upstream.sent(paths.turn)).toEqual([]);
  },
);
