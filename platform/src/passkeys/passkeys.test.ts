import { maxPasskeyResponseLength, maxPasskeysPerUser } from '@console/contract/rules';
import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { createPasskeyDevice, type PasskeyFaults } from '../testing/passkeys.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();

const send = (call: string, key: string | undefined, body: object = {}) =>
  platform.call(`POST /consoles/ext/${call}`, { ...(key && { key }), body });
const prove = (key: string) =>
  platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
const start = async (key: string): Promise<string> => {
  await prove(key);
  return (await send('new_passkey', key)).json().options;
};
const listed = async (key: string) =>
  (await platform.call('GET /consoles/ext/passkeys', { key })).json().passkeys as { id: number; name: string }[];

type Device = ReturnType<typeof createPasskeyDevice>;

/** A signed-in user with a passkey on a device. */
const withPasskey = async (user: UserName = 'orgA', name = 'Laptop') => {
  const { apiKey: key } = await platform.signIn(user);
  const device = createPasskeyDevice();
  const added = await send('add_passkey', key, { name, response: device.create(await start(key)) });
  return { key, device, added };
};
const options = async (binding = 'page'): Promise<string> =>
  (await send('passkey_challenge', undefined, { binding })).json().options;
const answer = (response: string, binding = 'page') => send('sign_in_with_passkey', undefined, { binding, response });
const signIn = async (device: Device, faults: PasskeyFaults = {}) => answer(device.get(await options(), faults));

test('PASSKEY-1 a user adds a passkey after giving the password; it is listed, mailed and recorded', async () => {
  const { key, added } = await withPasskey();
  expect(added.json().passkey).toEqual({
    id: expect.any(Number),
    name: 'Laptop',
    created_at: platform.now().toISOString(),
    last_used_at: null,
  });
  expect(await listed(key)).toEqual([added.json().passkey]);
  expect((await platform.mails('orgA')).at(-1)).toContain(
    'the passkey “Laptop” was added to your account from the IP address',
  );
  const [entry] = await platform.auditEntries('security:addPasskey');
  expect(entry).toMatchObject({ target_type: 'ent_usr', after: { passkey: 'Laptop' } });
  expect(JSON.stringify(entry)).not.toMatch(/public_key|credential/);
});

test('PASSKEY-1 the password, once for each, is needed to begin and to remove', async () => {
  const { key, added } = await withPasskey();
  const id = added.json().passkey.id;
  for (const again of [() => send('new_passkey', key), () => send('remove_passkey', key, { passkey_id: id })])
    expect((await again()).json()).toMatchObject({ code: 'WRONG_PASSWORD' });
  expect(await listed(key)).toHaveLength(1);
});

test('PASSKEY-1 the name is needed, and at most 100 characters', async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  const response = createPasskeyDevice().create(await start(key));
  expect((await send('add_passkey', key, { name: ' ', response })).json().errors).toEqual({ name: ['is required'] });
  expect((await send('add_passkey', key, { name: 'x'.repeat(101), response })).statusCode).toBe(422);
  expect((await send('add_passkey', key, { name: 'x'.repeat(100), response })).statusCode).toBe(200);
});

test(`PASSKEY-1 at most ${maxPasskeysPerUser} of a user, and none twice`, async () => {
  const { key, device, added } = await withPasskey();
  const again = await send('add_passkey', key, { name: 'Again', response: device.create(await start(key)) });
  expect(again.statusCode).toBe(409);
  const row = await platform.db.selectFrom('passkey').selectAll().executeTakeFirstOrThrow();
  const { id: _id, ...values } = row;
  await platform.db
    .insertInto('passkey')
    .values(Array.from({ length: maxPasskeysPerUser - 1 }, (_, at) => ({ ...values, credential_id: `other-${at}` })))
    .execute();
  await prove(key);
  expect((await send('new_passkey', key)).json().message).toContain('Remove one first');
  expect((await listed(key)).at(-1)).toEqual(added.json().passkey);
});

test('PASSKEY-1 a passkey made for another session, site or origin, without verifying, or too late is refused', async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  const { apiKey: other } = await platform.signIn('orgA');
  const add = async (by: string, given: string, faults: PasskeyFaults = {}) =>
    (await send('add_passkey', by, { name: 'Laptop', response: createPasskeyDevice().create(given, faults) }))
      .statusCode;
  const sent = await start(key);
  expect(await add(other, sent)).toBe(422);
  expect(await add(key, sent, { origin: 'https://evil.example' })).toBe(422);
  expect(await add(key, sent, { site: 'evil.example' })).toBe(422);
  expect(await add(key, sent, { unverified: true })).toBe(422);
  expect(await add(key, sent, { type: 'webauthn.get' })).toBe(422);
  expect(await add(key, await options())).toBe(422);
  platform.moveClock(5 * minuteMs);
  expect(await add(key, sent)).toBe(422);
  expect(await listed(key)).toEqual([]);
});

test('PASSKEY-1 options make one passkey: those of two at once do not both count', async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  const sent = await start(key);
  const add = () => send('add_passkey', key, { name: 'Laptop', response: createPasskeyDevice().create(sent) });
  expect([(await add()).statusCode, (await add()).statusCode]).toEqual([200, 422]);
});

test('PASSKEY-2 a passkey signs its owner in, also where a passcode is required, and the sign-in is recorded', async () => {
  const { device, key } = await withPasskey('orgA');
  await platform.db.updateTable('ent_org').set({ otp_required: true }).execute();
  const signedIn = await signIn(device);
  expect(signedIn.json().current_ent_usr).toMatchObject({ email: 'orga@a.example', api_key: expect.any(String) });
  expect(await listed(signedIn.json().current_ent_usr.api_key)).toMatchObject([
    { last_used_at: platform.now().toISOString() },
  ]);
  expect((await platform.auditEntries('session:signIn')).at(-1)).toMatchObject({ after: { by: 'passkey' } });
  expect(signedIn.json().current_ent_usr.api_key).not.toBe(key);
});

test('PASSKEY-5 what is accepted when a passkey is added signs in: padded ids do, and others than its own are refused', async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  const device = createPasskeyDevice();
  const withId = (response: string, id: string, more = {}) => {
    const answered = JSON.parse(response);
    return JSON.stringify({ ...answered, id, rawId: id, response: { ...answered.response, ...more } });
  };
  const padded = `${device.id}=`;
  const add = async (id: string, more?: object) =>
    (
      await send('add_passkey', key, { name: 'Laptop', response: withId(device.create(await start(key)), id, more) })
    ).json();
  const refused = { errors: { response: [expect.stringMatching(/^is not a response/)] } };
  expect(await add('another')).toMatchObject(refused);
  for (const transports of [['\ud800'], ['\u0000']]) expect(await add(padded, { transports })).toMatchObject(refused);
  expect(await add(padded)).toMatchObject({ passkey: { name: 'Laptop' } });
  const sign = async (id: string) => answer(withId(device.get(await options()), id));
  expect((await sign(padded)).json().current_ent_usr).toMatchObject({ email: 'orga@a.example' });
  expect((await sign(device.id)).statusCode).toBe(200);
  for (const id of ['\ud800', '\u0000'])
    expect((await sign(id)).json()).toMatchObject({ message: 'INVALID_CREDENTIALS' });
});

test('PASSKEY-2 an answer signs in once: a replay is refused', async () => {
  const { device } = await withPasskey();
  const response = device.get(await options());
  expect((await answer(response)).statusCode).toBe(200);
  expect((await answer(response)).json()).toMatchObject({ message: 'INVALID_CREDENTIALS' });
});

test('PASSKEY-2 a challenge is used once, by whatever passkey', async () => {
  const { device } = await withPasskey();
  const { device: other } = await withPasskey('assA');
  const sent = await options();
  expect((await answer(device.get(sent))).statusCode).toBe(200);
  expect((await answer(other.get(sent))).statusCode).toBe(422);
});

test('PASSKEY-2 of two answers to one challenge that come at once, one signs in', async () => {
  const { device } = await withPasskey('assA');
  const { device: other } = await withPasskey('orgA');
  for (const second of [device, other]) {
    const sent = await options();
    const answers = await Promise.all([answer(device.get(sent)), answer(second.get(sent))]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
  }
});

test.each<[string, PasskeyFaults]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['another port of the origin', { origin: 'http://localhost:3001' }],
  ['another scheme of the origin', { origin: 'https://localhost:3000' }],
  ['a subdomain of the origin', { origin: 'http://evil.localhost:3000' }],
  ['another site', { site: 'evil.example' }],
  ['a person who was not verified', { unverified: true }],
  ['another challenge', { challenge: Buffer.from('made up').toString('base64url') }],
  ['another act', { type: 'webauthn.create' }],
])('PASSKEY-2 the answer of %s is refused', async (_what, faults) => {
  const { device } = await withPasskey();
  expect((await signIn(device, faults)).json()).toMatchObject({ message: 'INVALID_CREDENTIALS' });
});

test('PASSKEY-2 an answer for another page, for adding a passkey or after five minutes is refused', async () => {
  const { device, key } = await withPasskey();
  expect((await answer(device.get(await options()), 'another page')).statusCode).toBe(422);
  expect((await answer(device.get(await start(key)))).statusCode).toBe(422);
  const late = device.get(await options());
  platform.moveClock(5 * minuteMs);
  expect((await answer(late)).statusCode).toBe(422);
});

test('PASSKEY-2 an unknown or removed passkey, one of another device with its id, and no answer at all are refused alike', async () => {
  const { device, key, added } = await withPasskey();
  const stranger = createPasskeyDevice();
  expect((await signIn(stranger)).json()).toEqual({ message: 'INVALID_CREDENTIALS' });
  const forged = JSON.parse(stranger.get(await options())) as Record<string, unknown>;
  const refused = await answer(JSON.stringify({ ...forged, id: device.id, rawId: device.id }));
  expect(refused.json()).toEqual({ message: 'INVALID_CREDENTIALS' });
  for (const text of ['', '{}', '[]', 'null', 'x'])
    expect((await answer(text)).json()).toEqual({ message: 'INVALID_CREDENTIALS' });
  await prove(key);
  expect((await send('remove_passkey', key, { passkey_id: added.json().passkey.id })).statusCode).toBe(200);
  expect((await signIn(device)).json()).toEqual({ message: 'INVALID_CREDENTIALS' });
  const refusals = await platform.auditEntries('session:refuse');
  expect(refusals.at(-1)).toMatchObject({ after: { reason: 'INVALID_CREDENTIALS' } });
});

test('PASSKEY-2 a device with a count that goes back was copied and is refused', async () => {
  const { device } = await withPasskey();
  await platform.db.updateTable('passkey').set({ sign_count: 100 }).execute();
  expect((await signIn(device)).statusCode).toBe(422);
});

test('PASSKEY-2 a disabled user, and one of a disabled organisation, are not signed in', async () => {
  const { device } = await withPasskey();
  const users = platform.db.updateTable('ent_usr').where('id', '=', platform.users.orgA.id);
  await users.set({ is_disabled: true }).execute();
  expect((await signIn(device)).json()).toMatchObject({ message: 'USER_INACTIVE' });
  await users.set({ is_disabled: false }).execute();
  await platform.db.updateTable('ent_org').set({ is_disabled: true }).execute();
  expect((await signIn(device)).json()).toMatchObject({ message: 'ORG_INACTIVE' });
});

test('PASSKEY-2 SECURITY-T10 an address with many refused answers is stopped', async () => {
  const device = createPasskeyDevice();
  const codes: number[] = [];
  while (codes.at(-1) !== 429 && codes.length < 200) codes.push((await signIn(device)).statusCode);
  expect(codes.at(-1)).toBe(429);
  expect((await signIn(device)).json().retry_after).toBeGreaterThan(0);
});

test('PASSKEY-2 what callers send is bounded, and asking for a challenge stores nothing', async () => {
  expect((await answer('x'.repeat(maxPasskeyResponseLength + 1))).json().errors).toHaveProperty('response');
  expect((await send('passkey_challenge', undefined, { binding: 'x'.repeat(101) })).statusCode).toBe(422);
  const before = await platform.db.selectFrom('used_passkey_challenge').selectAll().execute();
  await options();
  expect(await platform.db.selectFrom('used_passkey_challenge').selectAll().execute()).toEqual(before);
});

test('PASSKEY-3 a user removes a passkey of their own only', async () => {
  const { key, added } = await withPasskey();
  const { key: other } = await withPasskey('assA');
  const passkey_id = added.json().passkey.id;
  await prove(other);
  expect((await send('remove_passkey', other, { passkey_id })).statusCode).toBe(404);
  await prove(key);
  expect((await send('remove_passkey', key, { passkey_id })).json().passkey).toMatchObject({ name: 'Laptop' });
  expect(await listed(key)).toEqual([]);
  expect(await listed(other)).toHaveLength(1);
});

test('PASSKEY-3 an API key adds and removes none', async () => {
  const { added } = await withPasskey();
  const key = await addIntegrationKey(platform.db, platform.users.orgA.id);
  for (const call of ['new_passkey', 'add_passkey', 'remove_passkey']) {
    const body = { name: 'Laptop', response: '{}', passkey_id: added.json().passkey.id };
    const refused = await send(call, key, call === 'new_passkey' ? {} : body);
    expect([call, refused.statusCode]).toEqual([call, 403]);
  }
});

test('PASSKEY-3 a new password by link removes all passkeys', async () => {
  const { device } = await withPasskey();
  const token = await platform.issueToken('orgA', 'reset');
  const password = 'An0ther!pass';
  const body = { email: 'orga@a.example', password, password_confirmation: password, reset_password_token: token };
  expect((await platform.call('POST /consoles/reset_pwd', { body })).statusCode).toBe(200);
  expect((await signIn(device)).statusCode).toBe(422);
});
