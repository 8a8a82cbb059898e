import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addUsers, minutesAgo } from '../testing/users.ts';

const platform = useTestPlatform();
beforeEach(async () => {
  await addUserMapping(platform.db, platform.users.orgB.id, platform.orgs.A);
});

const read = async (user: UserName, path: string) => {
  const answer = await platform.call(`GET ${path}`, { key: (await platform.signIn(user)).apiKey });
  return { status: answer.statusCode, ...answer.json() };
};

/** An external user in the response. */
interface Row {
  user: { id: number; firstname: string | null; lastname: string | null; email: string };
  activated: boolean | null;
  updated_at: string;
}

describe('XUSER-9 a page of the external users', () => {
  /** 24 external users with equal, missing and similar values, one of them of a third organisation, and two rejected ones. */
  const fill = async () => {
    const { db, orgs } = platform;
    const ids = await addUsers(
      db,
      null,
      Array.from({ length: 25 }, (_, n) => ({
        firstname: ['bob', 'Bob', 'Éva', 'Eva', null, ''][n % 6] ?? null,
        lastname: n % 3 ? `Łname${n % 2}` : null,
        email: `${n % 2 ? 'A' : 'a'}${n}@ext.example`,
      })),
    );
    for (const [n, id] of ids.entries())
      await addUserMapping(db, id, orgs.A, {
        activated: n > 22 ? false : n % 4 ? null : true,
        updated_at: minutesAgo(n % 5),
      });
    await addUserMapping(db, ids[0] ?? 0, orgs.B);
  };
  const of = (id: number, query = '') => `/consoles/ext/external_users?org_id=${id}${query}`;
  const page = async (query: Record<string, string>, user: UserName = 'orgA') => {
    const answer = await read(user, of(platform.orgs.A, `&${new URLSearchParams(query)}`));
    return {
      status: answer.status,
      errors: answer.errors,
      rows: answer.users as Row[],
      ends: [answer.has_next, answer.has_previous],
      total: answer.total_count,
    };
  };
  const idsOf = (rows: Row[]) => rows.map(({ user }) => user.id);
  const values: Record<string, (row: Row) => unknown[]> = {
    updated_at: ({ updated_at }) => [updated_at],
    name: ({ user }) => [user.firstname, user.lastname],
    email: ({ user }) => [user.email],
  };
  const placeOf = (order: string, row: Row | undefined) =>
    JSON.stringify({ values: row && values[order]?.(row), id: row?.user.id });

  for (const order_by of Object.keys(values))
    test.each(['asc', 'desc'])(
      `by ${order_by} (%s) has every user once, after and before a place`,
      async (direction) => {
        await fill();
        const { rows: whole, total } = await page({ order_by, direction, limit: '100' });
        expect([whole.length, new Set(idsOf(whole)).size, total]).toEqual([24, 24, 24]);
        // Cursors at the ends of the list and of its pages, and between equal values.
        for (const index of [0, 4, 5, 6, 12, 18, 19, 23]) {
          const row = whole[index];
          const place = placeOf(order_by, row);
          const after = await page({ order_by, direction, limit: '5', after: place });
          expect([after.rows, after.ends, after.total]).toEqual([
            whole.slice(index + 1, index + 6),
            [index + 6 < 24, true],
            24,
          ]);
          const before = await page({ order_by, direction, limit: '5', before: place, last: 'true' });
          expect([before.rows, before.ends]).toEqual([whole.slice(Math.max(0, index - 5), index), [true, index > 5]]);
        }
        const numbered = await page({ order_by, direction, limit: '5', offset: '10' });
        expect([numbered.rows, numbered.ends, numbered.total]).toEqual([whole.slice(10, 15), [true, true], 24]);
        const last = await page({ order_by, direction, limit: '5', last: 'true' });
        expect([last.rows, last.ends]).toEqual([whole.slice(-5), [false, true]]);
      },
    );

  test.each<UserName>(['adm', 'arc', 'orgA', 'assA'])(
    'for %s has the rows of the call of the specification',
    async (user) => {
      await fill();
      const { accepted_pending_user_list: whole } = await read(
        user,
        `/consoles/ext_org_accepcted_pending_user_list?ext_org_id=${platform.orgs.A}`,
      );
      const { rows } = await page({ limit: '100' }, user);
      const byId = (list: Row[]) => list.toSorted((one, other) => one.user.id - other.user.id);
      expect(byId(rows)).toEqual(byId(whole));
      expect(rows.map(({ updated_at }) => updated_at)).toEqual(whole.map(({ updated_at }: Row) => updated_at));
      const first = await page({ offset: '0' }, user);
      expect([first.rows.length, first.ends]).toEqual([24, [false, false]]);
    },
  );

  test('is searched in name, email and home organisation, without case and accents', async () => {
    await fill();
    const { users, db, orgs } = platform;
    await db.updateTable('ent_org').set({ brandname: 'Örgan & Co_' }).where('id', '=', orgs.B).execute();
    const found = async (search: string) => {
      const { rows, total } = await page({ search, limit: '100' });
      expect(total).toBe(rows.length);
      return rows;
    };
    expect(idsOf(await found('orgAN & co_'))).toEqual([users.orgB.id]);
    expect(idsOf(await found(' ORGB@ '))).toEqual([users.orgB.id]);
    const named = await found('EVA');
    expect([named.length, new Set(named.map(({ user }) => user.firstname))]).toEqual([8, new Set(['Éva', 'Eva'])]);
    expect((await found('eva lname')).length).toBe(4);
    expect((await found('a1@EXT')).length).toBe(1);
    expect([await found('%'), await found('nothing'), await found('Organisation A')]).toEqual([[], [], []]);
  });

  test('LARGE-12 is found in the texts that are folded already, by nothing else that they have, and without them', async () => {
    await fill();
    const { users, db, orgs } = platform;
    await db.updateTable('ent_org').set({ brandname: 'Örgan', legalname: 'Légal' }).where('id', '=', orgs.B).execute();
    await db.updateTable('ent_usr').set({ department_name: 'Dépt' }).where('id', '=', users.orgB.id).execute();
    const found = async (search: string) => idsOf((await page({ search })).rows);
    const isFound = () => Promise.all(['organ', 'orgb@', 'legal', 'dept'].map(found));
    expect(await isFound()).toEqual([[users.orgB.id], [users.orgB.id], [], []]);
    const setTexts = async (text: string | null) => {
      await sql`update ent_org set folded_text = ${text} where id = ${orgs.B}`.execute(db);
      await sql`update ent_usr set folded_text = ${text} where id = ${users.orgB.id}`.execute(db);
    };
    await setTexts('another text');
    expect(await isFound()).toEqual([[], [], [], []]);
    await setTexts(null);
    expect(await isFound()).toEqual([[users.orgB.id], [users.orgB.id], [], []]);
  });

  test('has the states and changes that are wanted, counted', async () => {
    await fill();
    const found = async (query: string) => {
      const answer = await read('orgA', of(platform.orgs.A, `&limit=2&${query}`));
      return [answer.users.length, answer.total_count];
    };
    expect(await found('state=accepted')).toEqual([2, 6]);
    expect(await found('state=pending')).toEqual([2, 18]);
    expect(await found('state=pending&state=accepted')).toEqual([2, 24]);
    expect(await found('state=rejected&state=ended')).toEqual([0, 0]);
    const since = `updated_since=${minutesAgo(1).toISOString()}`;
    expect(await found(since)).toEqual([2, 11]);
    expect(await found(`${since}&state=accepted&search=a0@`)).toEqual([1, 1]);
  });

  test('PENDING-32 is of those invited by the caller, or of the others', async () => {
    const { db, orgs, users } = platform;
    await addUserMapping(db, users.usrD.id, orgs.A, { requester_id: users.orgA.id });
    await addUserMapping(db, users.mfaA.id, orgs.A, { requester_id: users.arc.id });
    await addUserMapping(db, users.mfaB.id, orgs.A, { requester_id: users.arc.id, activated: true });
    const found = async (user: UserName, invited_by_caller: string, more: object = { state: 'pending' }) => {
      const { rows, total } = await page({ invited_by_caller, order_by: 'email', limit: '1', ...more }, user);
      return [idsOf(rows), total];
    };
    expect(await found('orgA', 'false')).toEqual([[users.mfaA.id], 2]);
    expect(await found('orgA', 'true')).toEqual([[users.usrD.id], 1]);
    // The sender of the invitation is unknown.
    expect(await found('arc', 'false')).toEqual([[users.orgB.id], 2]);
    expect(await found('arc', 'true', { offset: '1' })).toEqual([[users.mfaB.id], 2]);
  });

  test('is bounded, and refuses a place of another order by its name', async () => {
    await fill();
    expect((await page({ offset: '0' })).rows.length).toBe(24);
    expect(await page({ limit: '0' })).toMatchObject({ rows: [], total: 24 });
    expect(await page({ limit: '101' })).toMatchObject({ status: 422, errors: { limit: expect.anything() } });
    const place = JSON.stringify({ values: ['x'], id: 1 });
    expect(await page({ after: place })).toMatchObject({ status: 422, errors: { after: expect.anything() } });
    expect((await page({ order_by: 'email', after: place })).status).toBe(200);
    expect((await page({ state: 'gone' })).status).toBe(422);
  });

  test('is refused as the list is', async () => {
    expect((await read('orgA', of(platform.orgs.B))).status).toBe(404);
    expect((await read('adm', of(999_999))).status).toBe(404);
    expect((await read('audA', of(platform.orgs.A))).status).toBe(403);
  });
});
