import type { CallResponse } from '@console/contract/call';
import type { usersCalls } from '@console/contract/calls/users';
import { beforeEach, describe, expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';
import { addUsers, minutesAgo } from '../testing/users.ts';

const platform = useTestPlatform();
let apiKey: string;
beforeEach(async () => {
  ({ apiKey } = await platform.signIn('adm'));
});

type Answer = CallResponse<typeof usersCalls.activeUserList>;
type Row = Answer['active_users'][number];

const ask = (query: Record<string, string>) =>
  platform.call(`GET /consoles/active_user_list?${new URLSearchParams({ org_id: `${platform.orgs.B}`, ...query })}`, {
    key: apiKey,
  });
const read = async (query: Record<string, string>): Promise<Answer> => (await ask(query)).json();

const values: Record<string, (row: Row) => (string | number | null)[]> = {
  name: ({ firstname, lastname }) => [firstname, lastname],
  email: ({ email }) => [email],
  department: ({ department_name }) => [department_name],
  role: ({ role }) => [role?.id ?? null],
  created_at: ({ created_at }) => [created_at],
  updated_at: ({ updated_at }) => [updated_at],
};
const placeOf = (order: string, row: Row | undefined) =>
  JSON.stringify({ values: row && values[order]?.(row), id: row?.id });

/** Users with equal, missing and similar values. */
const fill = () =>
  addUsers(
    platform.db,
    platform.orgs.B,
    Array.from({ length: 23 }, (_, n) => ({
      firstname: ['bob', 'Bob', 'Éva', 'Eva', null][n % 5] ?? null,
      lastname: n % 3 ? `Name${n % 2}` : null,
      department_name: ['Legal', 'legal', 'Légal', null][n % 4] ?? null,
      role_id: [1, 2, 4, 5, null][n % 5] ?? null,
      email: `${n % 2 ? 'A' : 'a'}${n}@b.example`,
      created_at: minutesAgo(n % 4),
      updated_at: minutesAgo(n % 3),
    })),
  );

describe.each(Object.keys(values))('REST-17 OPEN-48 by %s', (order_by) => {
  test.each(['asc', 'desc'])(
    'pages after and before a place have every user once (%s), and say what follows and precedes',
    async (direction) => {
      await fill();
      const whole = (await read({ order_by, direction })).active_users;
      expect(whole.length).toBe(24);
      // Cursors at the ends of the list and of its pages, and between equal values.
      for (const index of [0, 4, 5, 6, 12, 18, 19, 23]) {
        const row = whole[index];
        const place = placeOf(order_by, row);
        const after = await read({ order_by, direction, limit: '5', after: place });
        expect(after.active_users).toEqual(whole.slice(index + 1, index + 6));
        expect([after.has_next, after.has_previous, after.total_count]).toEqual([index + 6 < 24, true, 24]);
        const before = await read({ order_by, direction, limit: '5', before: place, last: 'true' });
        expect(before.active_users).toEqual(whole.slice(Math.max(0, index - 5), index));
        expect([before.has_next, before.has_previous]).toEqual([true, index > 5]);
      }
      const last = await read({ order_by, direction, limit: '5', last: 'true' });
      expect(last).toMatchObject({ active_users: whole.slice(-5), has_next: false, has_previous: true });
      const [from, to] = [placeOf(order_by, whole[3]), placeOf(order_by, whole[9])];
      const between = { order_by, direction, after: from, before: to };
      expect((await read(between)).active_users).toEqual(whole.slice(4, 9));
      expect(await read({ ...between, limit: '2' })).toMatchObject({ active_users: whole.slice(4, 6), has_next: true });
      expect(await read({ ...between, limit: '9' })).toMatchObject({ has_next: true, has_previous: true });
    },
  );
});

test('REST-17 OPEN-48 a place stays where it was when its user is renamed, deactivated or gone', async () => {
  const ids = await fill();
  const whole = (await read({ order_by: 'name' })).active_users;
  const [gone, renamed, off] = whole.slice(4, 7);
  expect(ids).toEqual(expect.arrayContaining([gone?.id, renamed?.id, off?.id]));
  const places = [gone, renamed, off].map((row) => placeOf('name', row));
  const users = platform.db.updateTable('ent_usr');
  await platform.db
    .deleteFrom('ent_usr')
    .where('id', '=', gone?.id ?? 0)
    .execute();
  await users
    .set({ firstname: 'Zzz' })
    .where('id', '=', renamed?.id ?? 0)
    .execute();
  await users
    .set({ is_disabled: true })
    .where('id', '=', off?.id ?? 0)
    .execute();
  for (const after of places)
    expect((await read({ order_by: 'name', limit: '3', after })).active_users).toEqual(whole.slice(7, 10));
});

test('REST-17 OPEN-48 on a list that ends at the place nothing precedes or follows what has gone', async () => {
  await fill();
  const whole = (await read({ order_by: 'name' })).active_users;
  const [first, second] = whole;
  await platform.db
    .deleteFrom('ent_usr')
    .where('id', '=', first?.id ?? 0)
    .execute();
  const after = placeOf('name', first);
  expect(await read({ order_by: 'name', limit: '5', after })).toMatchObject({
    active_users: whole.slice(1, 6),
    has_previous: false,
  });
  const rest = await read({ order_by: 'name', limit: '5', before: placeOf('name', second) });
  expect(rest).toMatchObject({ active_users: [], has_next: true, has_previous: false });
});

const moment = '2026-01-01T00:00:00.000Z';
test.each([
  ['created_at', '{'],
  ['created_at', '[]'],
  ['created_at', { values: [], id: 1 }],
  ['created_at', { values: [moment, moment], id: 1 }],
  ['created_at', { values: ['yesterday'], id: 1 }],
  ['created_at', { values: ['0000-01-01T00:00:00Z'], id: 1 }],
  ['created_at', { values: [null], id: 1 }],
  ['created_at', { values: [moment], id: 0 }],
  ['created_at', { values: [moment], id: 2 ** 31 }],
  ['created_at', { values: [moment] }],
  ['email', { values: ['a\u0000'], id: 1 }],
  ['role', { values: ['1'], id: 1 }],
  ['role', { values: [2 ** 31], id: 1 }],
])('REST-17 SPEC-8 by %s %j is no place and is refused with the field', async (order_by, place) => {
  const text = typeof place === 'string' ? place : JSON.stringify(place);
  for (const field of ['after', 'before']) {
    const answer = await ask({ order_by, [field]: text });
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      {
        errors: { [field]: ['must be a cursor of this list with the same filter and order'] },
        codes: { [field]: ['FORMAT'] },
      },
    ]);
  }
});
