import { createPasskeyDevice } from '@console/platform/testing/passkeys';
import { expect } from 'vitest';
import { programHeaders } from '../testing/documents.ts';
import {
  addPasskey,
  madePasskey,
  passkeyFields,
  removePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
  withPasskey,
} from '../testing/passkey-mutations.ts';
import { testWith, useTestSystem, viewerDocument } from '../testing/system.ts';

const system = useTestSystem({ signsInAnew: true });

const ownDocument = `{ viewer { passkeys { ${passkeyFields} } } }`;

testWith('on', 'PASSKEY-1 PASSKEY-3 a passkey is added with the password, listed and removed with it', async () => {
  const tab = await system.signIn('orgA');
  const { added, id } = await withPasskey(tab);
  expect(added.data.addPasskey.passkey).toEqual({
    id: expect.any(String),
    name: 'Laptop',
    createdAt: system.platform.now().toISOString(),
    lastUsedAt: null,
  });
  expect((await tab.graphql(ownDocument)).data.viewer.passkeys).toEqual([added.data.addPasskey.passkey]);
  expect((await removePasskey(tab, id, {}, 'wrong')).code).toBe('WRONG_PASSWORD');
  expect((await removePasskey(tab, id)).data.removePasskey.passkey).toEqual(added.data.addPasskey.passkey);
  expect((await removePasskey(tab, id)).code).toBe('NOT_FOUND');
  expect((await removePasskey(tab, 'x')).code).toBe('NOT_FOUND');
  expect((await tab.graphql(ownDocument)).data.viewer.passkeys).toEqual([]);
});

testWith(
  'on',
  'PASSKEY-1 a wrong password begins nothing, and what the browser made elsewhere is INVALID',
  async () => {
    const tab = await system.signIn('orgA');
    expect((await startPasskey(tab, 'wrong')).code).toBe('WRONG_PASSWORD');
    expect(system.upstream.sent('/consoles/ext/new_passkey')).toEqual([]);
    const { response } = await madePasskey(tab);
    const other = await system.signIn('orgA');
    const refused = await addPasskey(other, response);
    expect(refused.code).toBe('INVALID');
    expect(refused.errors[0]?.extensions.fields).toEqual([expect.objectContaining({ path: 'response' })]);
    expect((await addPasskey(tab, 'x'.repeat(8_001))).code).toBe('INVALID');
  },
);

testWith(
  'on',
  'PASSKEY-2 a passkey signs in without password or passcode, and the session is like any other',
  async () => {
    const { device } = await withPasskey(await system.signIn('orgA'));
    await system.platform.db.updateTable('ent_org').set({ otp_required: true }).execute();
    const tab = system.client();
    const started = await startPasskeySignIn(tab);
    system.upstream.requests.length = 0;
    const signedIn = await signInWithPasskey(tab, device.get(started.data.startPasskeySignIn.options));
    expect(signedIn.data.signInWithPasskey).toEqual({ __typename: 'LoginSuccess' });
    expect(system.upstream.sent('/login')).toEqual([]);
    expect((await tab.graphql(viewerDocument)).data.viewer.user.email).toBe('orga@a.example');
  },
);

testWith('on', 'ERR-16 half a surrogate in a response is INVALID by its name', async () => {
  for (const response of ['\ud800', '{\u0000}']) {
    const { code, errors } = await signInWithPasskey(system.client(), response);
    expect([code, errors[0]?.extensions.fields]).toEqual(['INVALID', [expect.objectContaining({ path: 'response' })]]);
  }
});

testWith('on', 'PASSKEY-2 an answer is good for the page that asked: another one is refused', async () => {
  const { device } = await withPasskey(await system.signIn('orgA'));
  const started = await startPasskeySignIn(system.client());
  const response = device.get(started.data.startPasskeySignIn.options);
  const thief = system.client();
  const stolen = await signInWithPasskey(thief, response);
  expect(stolen.data.signInWithPasskey).toEqual({ __typename: 'InvalidCredentials' });
  expect((await thief.graphql(viewerDocument)).data.viewer).toBeNull();
});

testWith(
  'on',
  'PASSKEY-2 an unknown passkey, a disabled user and a disabled organisation have their outcomes',
  async () => {
    const { device } = await withPasskey(await system.signIn('orgA'));
    const outcome = async (by = device) => {
      const tab = system.client();
      const { data } = await startPasskeySignIn(tab);
      const answer = await signInWithPasskey(tab, by.get(data.startPasskeySignIn.options));
      return answer.data.signInWithPasskey.__typename;
    };
    expect(await outcome(createPasskeyDevice())).toBe('InvalidCredentials');
    const { db, users, orgs } = system.platform;
    await db.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', users.orgA.id).execute();
    expect(await outcome()).toBe('UserDisabled');
    await db.updateTable('ent_usr').set({ is_disabled: false }).where('id', '=', users.orgA.id).execute();
    await db.updateTable('ent_org').set({ is_disabled: true }).where('id', '=', orgs.A).execute();
    expect(await outcome()).toBe('OrganisationDisabled');
  },
);

testWith('on', 'PASSKEY-2 without guard or page secret, and with a key, it signs in no user', async () => {
  const tab = system.client();
  expect((await startPasskeySignIn(tab, { 'x-console-page': undefined })).code).toBe('INVALID');
  expect((await signInWithPasskey(tab, '{}', { 'x-console-page': undefined })).code).toBe('INVALID');
  const headers = programHeaders(await system.integrationKey('adm'));
  expect((await startPasskeySignIn(system.client(), headers)).code).toBe('FORBIDDEN');
});

testWith('on', 'PASSKEY-3 an API key adds and removes none, and reads them', async () => {
  const { id } = await withPasskey(await system.signIn('adm'));
  const headers = programHeaders(await system.integrationKey('adm'));
  const client = system.client();
  expect((await startPasskey(client, undefined, headers)).code).toBe('FORBIDDEN');
  expect((await addPasskey(client, '{}', headers)).code).toBe('FORBIDDEN');
  expect((await removePasskey(client, id, headers)).code).toBe('FORBIDDEN');
  expect((await client.graphql(ownDocument, {}, headers)).data.viewer.passkeys).toHaveLength(1);
});

testWith('off', 'PASSKEY-4 a product API without passkeys has none, and is not asked for them', async () => {
  const tab = await system.signIn('orgA');
  expect((await tab.graphql(ownDocument)).data.viewer.passkeys).toBeNull();
  expect((await startPasskey(tab)).code).toBe('CAPABILITY_UNAVAILABLE');
  expect((await addPasskey(tab, '{}')).code).toBe('CAPABILITY_UNAVAILABLE');
  expect((await removePasskey(tab, 1)).code).toBe('CAPABILITY_UNAVAILABLE');
  expect((await startPasskeySignIn(system.client())).code).toBe('CAPABILITY_UNAVAILABLE');
  expect((await signInWithPasskey(system.client(), '{}')).code).toBe('CAPABILITY_UNAVAILABLE');
  expect(system.upstream.requests.filter(({ path }) => path.startsWith('/consoles/ext/'))).toEqual([]);
});
