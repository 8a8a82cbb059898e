import { randomUUID } from 'node:crypto';
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
