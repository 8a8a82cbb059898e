import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';
import { minutesAgo } from '../testing/users.ts';

const platform = useTestPlatform();
let apiKey: string;
beforeEach(async () => {
  ({ apiKey } = await platform.signIn('adm'));
});

interface Answer {
  orgs: { id: number; brandname: string; updated_at: string; is_disabled: boolean }[];
  total_count: number;
  has_next: boolean;
}
const read = async (query: Record<string, string>): Promise<Answer> =>
  (await platform.call(`GET /consoles/ext/all_orgs?${new URLSearchParams(query)}`, { key: apiKey })).json();
const names = async (query: Record<string, string>) => (await read(query)).orgs.map(({ brandname }) => brandname);

test('OPEN-71 all_orgs has active and disabled organisations in one order, pages them and filters by change', async () => {
  const rows = Array.from({ length: 6 }, (_, n) => ({
    brandname: `All ${n}`,
    guid: randomUUID(),
    is_disabled: n % 2 === 1,
    created_at: minutesAgo(9),
    updated_at: minutesAgo(5 - Math.floor(n / 2)),
  }));
  await platform.db.insertInto('ent_org').values(rows).execute();
  const all = rows.map(({ brandname }) => brandname);
  const only = { search: 'all ' };
  expect(await names(only)).toEqual(all);
  expect(await names({ ...only, direction: 'desc' })).toEqual(all.toReversed());
  expect(await names({ ...only, state: 'disabled' })).toEqual(['All 1', 'All 3', 'All 5']);
  expect(await names({ ...only, state: 'active' })).toEqual(['All 0', 'All 2', 'All 4']);
  expect(await names({ ...only, updated_since: minutesAgo(4).toISOString() })).toEqual(all.slice(2));
  const first = await read({ ...only, limit: '3' });
  const last = first.orgs.at(-1);
  expect(first).toMatchObject({ total_count: 6, has_next: true });
  const after = JSON.stringify({ values: [last?.updated_at], id: last?.id });
  expect(await read({ ...only, limit: '3', after })).toMatchObject({ total_count: 6, has_next: false });
  expect(await names({ ...only, limit: '3', after })).toEqual(all.slice(3));
});

test('LARGE-12 organisations are found by their text, which is written with the row, and without one by their names', async () => {
  const { db, orgs } = platform;
  const found = async (search: string) => (await read({ search })).orgs.map(({ id }) => id);
  const change = { brandname: 'Ärger GmbH', legalname: 'Øre', email_domain: 'Fünf.example' };
  await db.updateTable('ent_org').set(change).where('id', '=', orgs.B).execute();
  const names = ['ARGER gmbh', 'ore', 'funf.'];
  for (const name of names) expect([name, await found(name)]).toEqual([name, [orgs.B]]);
  await sql`update ent_org set folded_text = 'another text' where id = ${orgs.B}`.execute(db);
  expect([await found('another text'), await found('arger')]).toEqual([[orgs.B], []]);
  await sql`update ent_org set folded_text = null where id = ${orgs.B}`.execute(db);
  for (const name of names) expect([name, await found(name)]).toEqual([name, [orgs.B]]);
});

test.each([
  ['', 'active_totals', 'active_orgs'],
  ['&search=organisation', 'disable_totals', 'disable_orgs'],
  ['&search=organisation%20a', 'active_totals', 'active_orgs'],
  ['&search=nothing-like-this', 'active_totals', 'active_orgs'],
])('LOOK-6 org_list%s adds up the counts of all that match when asked, in %s', async (search, totals, rows) => {
  const list = async (more: string) =>
    (await platform.call(`GET /consoles/org_list?active_limit=100${search}${more}`, { key: apiKey })).json();
  const answer = await list('&totals=true');
  const names = ['pending_asmts', 'complete_asmts', 'total_asmts', 'models', 'auditors', 'auditees'];
  const sum = (name: string) => answer[rows].reduce((all: number, row: never) => all + row[`${name}_count`], 0);
  expect(answer[totals]).toEqual(Object.fromEntries(names.map((name) => [`${name}_count`, sum(name)])));
  expect(await list('')).not.toHaveProperty(totals);
});

test('LOOK-6 all_orgs adds up the counts of all that match on all pages', async () => {
  const query = { search: 'organisation', limit: '1', totals: 'true' };
  const one = await platform.call(`GET /consoles/ext/all_orgs?${new URLSearchParams(query)}`, { key: apiKey });
  const all = await platform.call('GET /consoles/org_list?search=organisation&totals=true', { key: apiKey });
  const { active_totals: active, disable_totals: disabled } = all.json();
  const both = Object.entries<number>(active).map(([name, count]) => [name, count + disabled[name]]);
  expect(one.json().totals).toEqual(Object.fromEntries(both));
  expect(active.auditees_count).toBeGreaterThan(0);
});
