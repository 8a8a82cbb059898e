import { activitySearch } from '@console/contract/activity-search';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { addMs, dayMs } from '../core/base/clock.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();
const address = '203.0.113.9';
let key: string;
beforeEach(async () => {
  key = (await platform.signIn('adm')).apiKey;
});

type Query = Record<string, string | number>;
const read = async (query: Query, asKey = key) => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await platform.call(`GET /consoles/ext/audit_events?${search}`, { key: asKey });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const found = async (query: Query, asKey = key): Promise<number> => (await read(query, asKey)).events.length;

/** Changes a user of organisation B with an API key of the Administrator. */
const editWithKey = async () => {
  const { db, users } = platform;
  await db.updateTable('ent_usr').set({ firstname: 'Quentin' }).where('id', '=', users.adm.id).execute();
  const integration = await addIntegrationKey(db, users.adm.id);
  await db.updateTable('api_key').set({ name: 'nightly sync', prefix: 'key_9f3a' }).execute();
  await platform.call('POST /consoles/update_org_user', {
    key: integration,
    headers: { 'x-client-address': address, 'x-request-id': 'request-find-1234' },
    body: { ent_usr: { id: users.orgB.id, firstname: 'Zoë' } },
  });
  const [event] = (await read({ action: 'users:edit' })).events;
  return event;
};

test('FIND-1 an event is found by all that the caller is shown of it, with its words in any order, without accents and in any case', async () => {
  const { ent_usr, api_key, request_id } = await editWithKey();
  const texts = [ent_usr.email, 'fixture QUENTIN', api_key.name, api_key.prefix, address, 'administrator', 'changed'];
  for (const text of [...texts, 'zoe', 'Organisation B', request_id, 'zoe changed quentin'])
    expect([text, await found({ action: 'users:edit', search: text })]).toEqual([text, 1]);
  expect(await found({ action: 'users:edit', search: 'zoe deactivated' })).toBe(0);
  // A search without words lists all events.
  expect(await found({ action: 'users:edit', search: ' , ' })).toBe(1);
});

test('FIND-2 an Organiser finds no event by the name, email, key, address or id of an Administrator, in the export neither, but by the role', async () => {
  const { ent_usr, api_key } = await editWithKey();
  const { apiKey: organiser } = await platform.signIn('orgB');
  const exported = async (query: Query) => {
    const body = { list: 'activity', query, limit: 100 };
    const answer = await platform.call('POST /consoles/ext/export_rows', { key: organiser, body });
    return JSON.parse(answer.body.split('\n')[0] ?? '').total;
  };
  const edits = { action: 'users:edit' };
  for (const search of [ent_usr.firstname, ent_usr.email, api_key.name, api_key.prefix, address]) {
    expect(await found({ ...edits, search })).toBe(1);
    expect([search, await found({ ...edits, search }, organiser)]).toEqual([search, 0]);
    expect(await exported({ ...edits, search })).toBe(0);
  }
  expect(await found({ ...edits, actor_id: ent_usr.id }, organiser)).toBe(0);
  expect(await exported({ ...edits, actor_id: ent_usr.id })).toBe(0);
  expect(await found({ ...edits, search: 'administrator zoe' }, organiser)).toBe(1);
  expect(await exported({ ...edits, search: 'administrator zoe' })).toBe(1);
  expect(await found({ actor_id: platform.users.orgB.id }, organiser)).toBeGreaterThan(0);
});

test('FIND-3 the last days are searched, or those from the given time', async () => {
  await editWithKey();
  const before = addMs(platform.now(), -dayMs).toISOString();
  platform.moveClock((activitySearch.days + 1) * dayMs);
  key = (await platform.signIn('adm')).apiKey;
  expect(await found({ search: 'zoe' })).toBe(0);
  expect(await found({ search: 'zoe', from: before })).toBe(1);
  expect(await found({ search: 'zoe', to: addMs(platform.now(), -2 * dayMs).toISOString() })).toBe(1);
});

test('FIND-4 a page reads a bounded number of events, and says how far it has come in either direction', async () => {
  await editWithKey();
  const more = activitySearch.eventsRead + 10;
  await sql`insert into audit_entry (at, via, action, event, target_type, target_id, subject_org_id)
    select ${platform.now()}::timestamptz + n * interval '1 second', 'system', 'x', 'users:deactivate', 'ent_usr', '1', ${platform.orgs.B}
    from generate_series(1, ${more}::int) as n`.execute(platform.db);
  const place = ({ at, id }: { at: string; id: number }) => JSON.stringify({ values: [at], id });
  const query = { search: 'zoe', from: addMs(platform.now(), -dayMs).toISOString(), limit: 1 };
  const first = await read(query);
  expect([first.events, first.has_next, first.has_previous]).toEqual([[], true, false]);
  const second = await read({ ...query, after: place(first.searched_to) });
  expect([second.events.length, second.has_previous, second.searched_to]).toEqual([1, true, null]);
  const back = await read({ ...query, before: place(second.events[0]), last: 'true' });
  expect([back.events, back.has_next, back.has_previous]).toEqual([[], true, true]);
  expect(back.searched_to.id).toBeGreaterThan(second.events[0].id);
  // A full page ends with the last row that it returns.
  const full = await read({ ...query, search: 'deactivated', limit: 2 });
  expect([full.events.length, full.has_next, full.searched_to]).toEqual([2, true, null]);
});
