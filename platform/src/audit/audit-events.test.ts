import { beforeEach, expect, test } from 'vitest';
import { dayMs, minuteMs } from '../core/base/clock.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { newUser } from '../testing/forms.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();
let key: string;
beforeEach(async () => {
  key = (await platform.signIn('adm')).apiKey;
});

type Query = Record<string, string | number>;
const read = async (query: Query = {}, asKey = key) => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await platform.call(`GET /consoles/ext/audit_events?${search}`, { key: asKey });
  return { status: answer.statusCode, ...answer.json() };
};
const events = async (query: Query = {}, asKey = key) => (await read(query, asKey)).events;
const keyOf = async (who: UserName) => (await platform.signIn(who)).apiKey;

const edit = (who: UserName, firstname: string, asKey = key, headers = {}) =>
  platform.call('POST /consoles/update_org_user', {
    key: asKey,
    headers,
    body: { ent_usr: { id: platform.users[who].id, firstname } },
  });

test('DESIGN-5 an event says when, who, with which role, from where, what, on what, from and to', async () => {
  const { users, orgs } = platform;
  await edit('audA', 'Maya', key, { 'x-request-id': 'request-12345678', 'x-client-address': '203.0.113.9' });
  const [event] = await events({ action: 'users:edit' });
  expect(event).toMatchObject({
    at: platform.now().toISOString(),
    action: 'users:edit',
    code: null,
    reason: null,
    via: 'rest',
    count: 1,
    actor_kind: 'person',
    actor_role: 'ADMINISTRATOR',
    api_key: null,
    client_address: '203.0.113.9',
    ent_usr: { id: users.adm.id, email: users.adm.email },
    org: { id: orgs.A, brandname: 'Organisation A' },
    target: { type: 'ent_usr', id: String(users.audA.id), name: 'Maya Fixture', org_id: orgs.A },
    changes: [{ field: 'firstname', from: 'audA', to: 'Maya' }],
  });
  expect(event.request_id).toBeTruthy();
});

test('DESIGN-5 a key is named next to its owner, and each way has its own events', async () => {
  const integration = await addIntegrationKey(platform.db, platform.users.adm.id);
  await edit('audA', 'One', integration, { 'x-key-use': 'bearer' });
  await edit('audA', 'Two', key, { 'x-key-use': 'session' });
  await edit('audA', 'Three', integration);
  const editing = { action: 'users:edit', direction: 'asc' };
  const done = await events(editing);
  expect(done.map(({ via, actor_kind }: { via: string; actor_kind: string }) => [via, actor_kind])).toEqual([
    ['bearer', 'key'],
    ['session', 'person'],
    ['rest', 'key'],
  ]);
  expect(done[0]).toMatchObject({ api_key: { id: expect.any(Number) }, ent_usr: { id: platform.users.adm.id } });
  expect(await events({ ...editing, via: 'session' })).toEqual([done[1]]);
});

test('DESIGN-5 a refusal is one event of its actor’s organisation, with code, reason and target', async () => {
  const { users, orgs } = platform;
  const organiser = await keyOf('orgA');
  expect((await edit('orgB', 'X', organiser)).statusCode).toBe(404);
  const refused = await events({ outcome: 'refused' });
  expect(refused).toMatchObject([
    {
      action: 'users:edit',
      code: 'NOT_FOUND',
      reason: 'boundary',
      changes: [],
      org: { id: orgs.A },
      target: { type: 'ent_usr', id: String(users.orgB.id) },
    },
  ]);
  expect((await events({ outcome: 'refused' }, organiser))[0].target.name).toBeNull();
});

test('DESIGN-5 a secret is only said to be changed', async () => {
  const adfs = { ent_org_id: platform.orgs.A, client_id: 'id', tenant_id: 'tenant', client_secret: 'do not show' };
  await platform.call('POST /consoles/update_adfs', { key, body: { adfs } });
  const [event] = await events({ action: 'sso:edit' });
  expect(event.changes).toContainEqual({ field: 'client_secret', from: null, to: 'changed' });
  expect(JSON.stringify(event)).not.toContain('do not show');
});

test('DESIGN-5 changed users and organisations are named to those who may see them, others are ids', async () => {
  const { orgs, users } = platform;
  await platform.call('POST /consoles/external_org_invite_user', {
    key,
    body: { user: { email: users.orgB.email }, ext_org_id: orgs.A },
  });
  const [event] = await events({ action: 'users:inviteExternal' });
  const organisation = { field: 'mapped_org', from: null, to: 'Organisation A' };
  const modules = { field: 'modules', from: null, to: null };
  expect(new Set(event.changes)).toEqual(
    new Set([{ field: 'ent_usr', from: null, to: 'orgB Fixture' }, organisation, modules]),
  );
  const [seen] = await events({ action: 'users:inviteExternal' }, await keyOf('orgA'));
  const id = { field: 'ent_usr_id', from: null, to: String(users.orgB.id) };
  expect(new Set(seen.changes)).toEqual(new Set([id, organisation, modules]));
});

test('DESIGN-5 an Organiser sees the events of their organisation, and of its visitors only the role', async () => {
  await edit('orgB', 'Renamed');
  const organiser = await keyOf('orgB');
  const [event, ...others] = await events({ action: 'users:edit' }, organiser);
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    actor_role: 'ADMINISTRATOR',
    ent_usr: null,
    client_address: null,
    api_key: null,
    target: { name: 'Renamed Fixture' },
  });
  const own = await events({}, organiser);
  expect(new Set(own.map(({ org }: { org: { id: number } }) => org.id))).toEqual(new Set([platform.orgs.B]));
  expect(await read({ org_id: platform.orgs.A }, organiser)).toMatchObject({ status: 404 });
});

test('DESIGN-5 each filter leaves only its events', async () => {
  const { users, orgs } = platform;
  await edit('orgB', 'One');
  platform.moveClock(minuteMs);
  const later = platform.now().toISOString();
  await edit('audA', 'Two', await keyOf('arc'));
  const targets = async (query: Query) =>
    (await events({ action: 'users:edit', ...query })).map(({ target }: { target: { id: string } }) =>
      Number(target.id),
    );
  expect(await targets({})).toEqual([users.audA.id, users.orgB.id]);
  expect(await targets({ actor_id: users.arc.id })).toEqual([users.audA.id]);
  expect(await targets({ org_id: orgs.B })).toEqual([users.orgB.id]);
  expect(await targets({ target_type: 'ent_usr', target_id: users.orgB.id })).toEqual([users.orgB.id]);
  expect(await targets({ from: later })).toEqual([users.audA.id]);
  expect(await targets({ to: later })).toEqual([users.orgB.id]);
  expect(await targets({ outcome: 'refused' })).toEqual([]);
  expect(await read({ target_id: 1 })).toMatchObject({ status: 422, errors: { target_id: expect.anything() } });
  const unknown = await read({ target_type: 'users', target_id: 1 });
  expect(unknown).toMatchObject({ status: 422, errors: { target_type: expect.anything() } });
  expect(await read({ limit: 101 })).toMatchObject({ status: 422 });
});

test('DESIGN-5 pages follow each other in both directions, whatever is added before them', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await edit('audA', name);
  const names = ({ events: page }: { events: { changes: { to: string }[] }[] }) =>
    page.map(({ changes }) => changes[0]?.to);
  const query = { action: 'users:edit', limit: 2 };
  const place = ({ at, id }: { at: string; id: number }) => JSON.stringify({ values: [at], id });
  const first = await read(query);
  expect([names(first), first.has_next, first.has_previous]).toEqual([['e', 'd'], true, false]);
  await edit('audA', 'f');
  const second = await read({ ...query, after: place(first.events[1]) });
  expect([names(second), second.has_next, second.has_previous]).toEqual([['c', 'b'], true, true]);
  const before = await read({ ...query, before: place(second.events[0]), last: 'true' });
  expect([names(before), before.has_previous]).toEqual([['e', 'd'], true]);
});

test('DESIGN-5 signing in, a wrong password and a created user are events with their address and organisation', async () => {
  platform.moveClock(dayMs);
  key = (await platform.signIn('adm')).apiKey;
  await platform.call('POST /login', {
    headers: { 'x-client-address': '203.0.113.7' },
    body: { api: true, ent_usr: { email: platform.users.orgB.email, password: `${fixturePassword}wrong` } },
  });
  await platform.call('POST /consoles/create_org_user', {
    key,
    body: { ent_usr: newUser('maya@b.example', { ent_org_id: platform.orgs.B }) },
  });
  const [created, wrong, signIn] = await events({ limit: 3 });
  expect(created).toMatchObject({ action: 'users:create', org: { id: platform.orgs.B } });
  expect(created.changes).toContainEqual({ field: 'role', from: null, to: expect.stringMatching(/^[A-Z]/) });
  expect(wrong).toMatchObject({
    action: 'session:signIn',
    code: 'INVALID_CREDENTIALS',
    actor_kind: 'unknown',
    client_address: '203.0.113.7',
    org: { id: platform.orgs.B },
  });
  expect(signIn).toMatchObject({ action: 'session:signIn', code: null, actor_role: 'ADMINISTRATOR' });
});
