import { beforeEach, expect, test } from 'vitest';
import { dayMs, minuteMs, secondMs } from '../core/base/clock.ts';
import { deleteExpiredRows } from '../core/database/purge.ts';
import type { UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();
let session: string;
beforeEach(async () => {
  session = (await platform.signIn('orgA')).apiKey;
});

const send = (call: string, body: object, key = session) =>
  platform.confirmed(`POST /consoles/ext/${call}`, { key, body });
const form = (more: object = {}) => ({ name: 'Nightly sync', scopes: ['users:write'], expires_in_days: 90, ...more });
const create = async (more: object = {}, key = session) => (await send('create_key', form(more), key)).json();
const listed = async (key = session) => (await platform.call('GET /consoles/ext/keys', { key })).json().keys;
const use = async (key: string) =>
  (await platform.call(`GET /consoles/active_user_list?org_id=${platform.orgs.A}`, { key })).statusCode;
const entries = () =>
  platform.db.selectFrom('audit_entry').selectAll().where('action', 'like', 'keys:%').orderBy('id').execute();

test('DESIGN-8 a created key works, is answered once with its text, and is listed with its name, scopes and expiry', async () => {
  const { key, secret } = await create();
  expect(secret).toMatch(/^key_[\da-f]{8}_[\w-]{43}$/);
  expect(key).toMatchObject({
    name: 'Nightly sync',
    prefix: secret.slice(0, 12),
    scopes: ['read', 'users:write'],
    created_at: platform.now().toISOString(),
    expires_at: new Date(platform.now().getTime() + 90 * dayMs).toISOString(),
    last_used_at: null,
    rotated_at: null,
    revoked_at: null,
    ent_usr: { email: 'orga@a.example' },
  });
  expect(await listed()).toEqual([key]);
  expect(await use(secret)).toBe(200);
  expect(await entries()).toMatchObject([
    { action: 'keys:create', target_id: String(key.id), after: { name: 'Nightly sync', prefix: key.prefix } },
  ]);
});

test('DESIGN-8 the text of a key is in no table and in no log line', async () => {
  const { secret } = await create();
  await use(secret);
  const { secret: rotated } = (await send('rotate_key', { key_id: (await listed())[0].id })).json();
  const tables = await platform.db.introspection.getTables();
  const dump = await Promise.all(
    tables.map(({ name }) =>
      platform.db
        .selectFrom(name as 'api_key')
        .selectAll()
        .execute(),
    ),
  );
  expect(JSON.stringify(dump)).toContain(secret.slice(0, 12));
  for (const text of [secret, rotated]) {
    expect(JSON.stringify(dump)).not.toContain(text.slice(13));
    expect(platform.logs.join('')).not.toContain(text.slice(13));
  }
});

test('DESIGN-8 a key expires at its time, and its last use is written at most once a minute', async () => {
  const { secret } = await create({ expires_in_days: 30 });
  const lastUse = async () => (await listed((await platform.signIn('orgA')).apiKey))[0].last_used_at;
  await use(secret);
  const first = await lastUse();
  expect(first).toBe(platform.now().toISOString());
  platform.moveClock(59 * secondMs);
  await use(secret);
  expect(await lastUse()).toBe(first);
  platform.moveClock(secondMs);
  await use(secret);
  expect(await lastUse()).toBe(platform.now().toISOString());
  platform.moveClock(30 * dayMs - minuteMs - secondMs);
  expect(await use(secret)).toBe(200);
  platform.moveClock(secondMs);
  expect(await use(secret)).toBe(401);
});

test('DESIGN-8 a revoked key is refused by the next call, and revoking it again changes nothing', async () => {
  const { key, secret } = await create();
  expect((await send('revoke_key', { key_id: key.id })).json().key.revoked_at).toBe(platform.now().toISOString());
  expect(await use(secret)).toBe(401);
  platform.moveClock(minuteMs);
  const again = await send('revoke_key', { key_id: key.id });
  expect([again.statusCode, again.json().key.revoked_at]).toEqual([200, (await listed())[0].revoked_at]);
  expect((await entries()).map(({ action }) => action)).toEqual(['keys:create', 'keys:revoke']);
});

test('DESIGN-8 a rotated key works for another day beside the new one, and is rotated once', async () => {
  const { key, secret } = await create();
  const { key: fresh, secret: newSecret, replaced } = (await send('rotate_key', { key_id: key.id })).json();
  expect(fresh).toMatchObject({ name: key.name, scopes: key.scopes, expires_at: key.expires_at });
  expect(replaced).toMatchObject({ id: key.id, rotated_at: platform.now().toISOString() });
  expect(replaced.expires_at).toBe(new Date(platform.now().getTime() + dayMs).toISOString());
  const again = await send('rotate_key', { key_id: key.id });
  expect([again.statusCode, again.json().message]).toEqual([
    409,
    'This API key was already rotated. Rotate the new key instead.',
  ]);
  platform.moveClock(dayMs - secondMs);
  expect([await use(secret), await use(newSecret)]).toEqual([200, 200]);
  platform.moveClock(secondMs);
  expect([await use(secret), await use(newSecret)]).toEqual([401, 200]);
  expect((await entries()).map(({ action }) => action)).toEqual(['keys:create', 'keys:rotate']);
});

test('DESIGN-8 the overlap of a rotation is never longer than the old key would have worked', async () => {
  const { key } = await create({ expires_in_days: 30 });
  platform.moveClock(30 * dayMs - minuteMs);
  session = (await platform.signIn('orgA')).apiKey;
  const { replaced } = (await send('rotate_key', { key_id: key.id })).json();
  expect(replaced.expires_at).toBe(key.expires_at);
});

test('DESIGN-8 a rotated key loses the scopes that the role may not give any more, and a key without lifetime gets one', async () => {
  const secret = await addIntegrationKey(platform.db, platform.users.orgA.id);
  const [old] = await listed();
  const { key } = (await send('rotate_key', { key_id: old.id })).json();
  expect(key.scopes).toEqual(['read', 'users:write', 'organisations:write', 'mappings:write', 'sso:write']);
  expect(key.expires_at).toBe(new Date(platform.now().getTime() + 365 * dayMs).toISOString());
  expect(await use(secret)).toBe(200);
});

test.each<[UserName, string]>([
  ['orgA', 'config:write'],
  ['assA', 'mappings:write'],
  ['audA', 'users:write'],
  ['audA', 'sensitive:write'],
])('DESIGN-8 %s may not give a key the scope %s, which the refusal names', async (user, scope) => {
  const { apiKey } = await platform.signIn(user);
  const answer = await send('create_key', form({ scopes: [scope] }), apiKey);
  expect([answer.statusCode, answer.json().message]).toEqual([
    403,
    `Your role does not allow you to give a key the scope ${scope}.`,
  ]);
  expect((await create({ scopes: [] }, apiKey)).key.scopes).toEqual(['read']);
});

test('DESIGN-8 a key creates, rotates and revokes no keys', async () => {
  const { key, secret } = await create();
  const answers = [
    await send('create_key', form(), secret),
    await send('rotate_key', { key_id: key.id }, secret),
    await send('revoke_key', { key_id: key.id }, secret),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
  expect(await listed(secret)).toMatchObject([{ id: key.id }]);
});

test('DESIGN-8 a name, known scopes and one of three lifetimes are required, and a user has at most 20 usable keys', async () => {
  const errors = async (more: object) => (await send('create_key', form(more))).json().errors;
  expect(await errors({ name: '  ' })).toEqual({ name: ['is required'] });
  expect(await errors({ name: 'x'.repeat(101) })).toEqual({ name: ['must have at most 100 characters'] });
  expect(Object.keys(await errors({ scopes: ['everything'] }))).toEqual(['scopes']);
  expect(Object.keys(await errors({ expires_in_days: 31 }))).toEqual(['expires_in_days']);
  for (let n = 0; n < 20; n += 1) await create();
  const full = await send('create_key', form());
  expect([full.statusCode, full.json().message]).toEqual([
    409,
    'You already have 20 API keys, the maximum. Revoke one first.',
  ]);
  await send('revoke_key', { key_id: (await listed())[0].id });
  expect((await send('create_key', form())).statusCode).toBe(200);
});

test('DESIGN-8 an Organiser and an Administrator see and revoke the keys of the organisation, others their own only', async () => {
  const { key, secret } = await create({}, (await platform.signIn('assA')).apiKey);
  const foreign = await create({}, (await platform.signIn('orgB')).apiKey);
  const of = async (user: UserName) => {
    const { apiKey } = await platform.signIn(user);
    const list = await platform.call(`GET /consoles/ext/org_keys?org_id=${platform.orgs.A}`, { key: apiKey });
    return [list.statusCode, (list.json().keys ?? []).map(({ id }: { id: number }) => id)];
  };
  expect(await of('orgA')).toEqual([200, [key.id]]);
  expect(await of('adm')).toEqual([200, [key.id]]);
  expect(await of('orgB')).toEqual([404, []]);
  expect(await of('arc')).toEqual([403, []]);
  const revoke = async (user: UserName, key_id: number) =>
    (await send('revoke_key', { key_id }, (await platform.signIn(user)).apiKey)).statusCode;
  expect(await revoke('audA', key.id)).toBe(403);
  expect(await revoke('orgB', key.id)).toBe(404);
  expect((await send('rotate_key', { key_id: key.id })).statusCode).toBe(404);
  expect(await use(secret)).toBe(200);
  expect(await revoke('orgA', key.id)).toBe(200);
  expect(await use(secret)).toBe(401);
  expect(await revoke('adm', foreign.key.id)).toBe(200);
});

test('DESIGN-8 the keys of an organisation are at most 1,000, usable ones first', async () => {
  const { key } = await create();
  const row = { ent_usr_id: platform.users.audA.id, name: 'old', scopes: ['read' as const] };
  const ended = { last_used_at: null, expires_at: null, revoked_at: platform.now() };
  const rows = Array.from({ length: 1_000 }, (_, n) => ({
    ...row,
    ...ended,
    key_hash: `${n}`,
    created_at: platform.now(),
  }));
  await platform.db.insertInto('api_key').values(rows).execute();
  const list = await platform.call(`GET /consoles/ext/org_keys?org_id=${platform.orgs.A}`, { key: session });
  expect([list.json().keys.length, list.json().keys[0].id]).toEqual([1_000, key.id]);
});

test('DESIGN-8 a key that ended is listed for 90 days', async () => {
  const { key } = await create();
  await send('revoke_key', { key_id: key.id });
  const count = async () => {
    await deleteExpiredRows(platform.db, platform.now);
    return (await listed((await platform.signIn('orgA')).apiKey)).length;
  };
  platform.moveClock(90 * dayMs - secondMs);
  expect(await count()).toBe(1);
  platform.moveClock(2 * secondMs);
  expect(await count()).toBe(0);
  expect(await platform.db.selectFrom('api_key').selectAll().execute()).toEqual([]);
});
