import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { addAssessments } from './testing/assessments.ts';
import type { UserName } from './testing/fixtures.ts';
import { addMapping, addUserMapping } from './testing/mappings.ts';
import { startTestPlatform, useTestPlatform } from './testing/platform.ts';
import { recordQueries } from './testing/sent-queries.ts';
import { readList, type WatchedList, watchedLists } from './testing/watched-lists.ts';

const queries = recordQueries();
const platform = useTestPlatform({ plugin: queries.plugin });
let lists: [string, WatchedList][];
beforeEach(async () => {
  const { db, orgs, users } = platform;
  await addMapping(db, orgs.B, orgs.A, { requester_id: users.orgA.id, mapped_user_id: users.orgB.id });
  await addMapping(db, orgs.M, orgs.A, { activated: true });
  await db.updateTable('ent_org').set({ organizer_id: users.usrD.id }).where('id', '=', orgs.M).execute();
  await addUserMapping(db, users.mfaB.id, orgs.A);
  await addUserMapping(db, users.usrD.id, orgs.B);
  await addAssessments(db, orgs.A, [{ assessor_id: users.mfaA.id }]);
  lists = Object.entries(watchedLists(platform));
});

const keyOf = async (user: UserName) => (await platform.signIn(user)).apiKey;
const read = async (list: WatchedList, key: string, known?: string) => {
  const { statusCode, headers, body } = await readList(platform, list, key, known);
  return { status: statusCode, etag: headers.etag as string | undefined, body };
};
const listOf = (name: string) => lists.find(([one]) => one === name)?.[1] as WatchedList;

test('REST-17 REST-31 REST-33 REST-37 REST-57 a list’s tag matches in every notation, and another one does not', async () => {
  const key = await keyOf('adm');
  for (const [, list] of lists) {
    const { etag = '' } = await read(list, key);
    for (const known of [etag, etag.slice(2), `"other", ${etag} , W/"more"`])
      expect(await read(list, key, known)).toEqual({ status: 304, etag, body: '' });
    for (const known of ['"other"', etag.slice(0, -2), ''])
      expect(await read(list, key, known)).toMatchObject({ status: 200, etag });
  }
});

test('REST-17 REST-18 REST-37 the rows are not read for a client that has the list', async () => {
  const key = await keyOf('adm');
  for (const [name, list] of lists) {
    const { etag } = await read(list, key);
    queries.taken(platform.db);
    await read(list, key, etag);
    const sent = queries.taken(platform.db);
    expect([name, sent.length]).toEqual([name, 2]);
    expect(sent[1]?.sql).toContain('from list_version');
  }
});

test('REST-17 REST-31 REST-33 REST-37 a tag matches for its own user and query only', async () => {
  const { A } = platform.orgs;
  const keys = await Promise.all((['adm', 'arc', 'orgA', 'assA'] as const).map(keyOf));
  const of = (more: string) => [`GET /consoles/active_user_list?org_id=${A}${more}`] as const satisfies WatchedList;
  const pages = ['&limit=1', '&limit=2', '&limit=1&offset=1', '&search=a', '&search=b', '&order_by=name', '&role_id=4'];
  const asked: WatchedList[] = [...lists.map(([, list]) => list), ...pages.map(of)];
  const tags: string[] = [];
  for (const key of keys)
    for (const list of asked) {
      const { status, etag } = await read(list, key);
      expect(etag === undefined).toBe(status !== 200);
      tags.push(...(etag ? [etag] : []));
    }
  expect(tags.length).toBeGreaterThan(50);
  expect(new Set(tags).size).toBe(tags.length);
});

test('REST-17 REST-35 SHELL-9 a caller who loses the permission for a list is refused, whatever the tag', async () => {
  const key = await keyOf('orgA');
  const list = listOf('activeA');
  const { etag } = await read(list, key);
  expect(await read(listOf('activeB'), key, etag)).toMatchObject({ status: 404, etag: undefined });
  const set = (values: object) =>
    platform.db.updateTable('ent_usr').set(values).where('id', '=', platform.users.orgA.id).execute();
  await set({ role_id: 5 });
  expect(await read(list, key, etag)).toMatchObject({ status: 403, etag: undefined });
  await set({ role_id: 3, ent_org_id: platform.orgs.B });
  expect(await read(list, key, etag)).toMatchObject({ status: 404, etag: undefined });
  await set({ is_disabled: true });
  expect(await read(list, key, etag)).toMatchObject({ status: 401, etag: undefined });
});

test('REST-17 REST-18 REST-31 REST-33 REST-37 REST-57 every write to a table that a list reads renews the versions', async () => {
  const key = await keyOf('adm');
  queries.taken(platform.db);
  for (const [, list] of lists) await read(list, key);
  // The last one is written by the triggers of ent_usr, in the writers' transactions.
  const others = ['session', 'session_token', 'list_version', 'user_count'];
  const all = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(
    platform.db,
  );
  const known = all.rows.map(({ name }) => name).filter((name) => !others.includes(name));
  const tables = queries
    .taken(platform.db)
    .flatMap((query) => [...query.sql.matchAll(/\b(?:from|join)\s+"?([a-z_]+)"?/g)].map(([, table]) => table ?? ''));
  const wanted = known.filter((name) => tables.includes(name));
  expect(wanted).toEqual(
    expect.arrayContaining([
      'ent_usr',
      'role',
      'ent_org',
      'user_mapping',
      'org_mapping',
      'asmt',
      'sso',
      'responder',
      'stored_file',
    ]),
  );
  const { rows } = await sql<{ table: string; events: number }>`
    select tgrelid::regclass::text as table, bit_or(tgtype & 60) as events from pg_trigger
    where not tgisinternal and tgname like '%list_version%' and tgenabled = 'O' group by 1`.execute(platform.db);
  // Inserts (4), deletions (8), changes (16) and truncations (32).
  const watched = new Map(rows.map(({ table, events }) => [table, events]));
  // A second factor is changed when it is used, which no list shows.
  const onlyUsed = ['app_factor', 'passkey'];
  for (const table of wanted)
    expect([table, watched.get(table)]).toEqual([table, onlyUsed.includes(table) ? 60 - 16 : 60]);
});

test('REST-17 REST-31 REST-33 REST-37 REST-57 with extensions off no list has a tag, and a sent one is ignored', async () => {
  const bare = await startTestPlatform({ settings: { extensions: false } });
  try {
    const { apiKey } = await bare.signIn('adm');
    const {
      usersA: _usersA,
      externalPageA: _externalPageA,
      allUsers: _allUsers,
      allOrganisations: _allOrganisations,
      ...specified
    } = watchedLists(bare);
    for (const list of Object.values(specified)) {
      const answer = await readList(bare, list, apiKey, '*');
      expect([answer.statusCode, answer.headers.etag]).toEqual([200, undefined]);
    }
  } finally {
    await bare.close();
  }
});
