import { beforeEach, expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
beforeEach(async () => {
  const { db, orgs, users } = platform;
  await addUserMapping(db, users.orgB.id, orgs.A);
  const responders = [
    { ent_usr_id: users.orgA.id, kind: 'arc' as const },
    { ent_usr_id: users.disA.id, kind: 'continuer' as const },
    { ent_usr_id: users.orgB.id, kind: 'arc' as const },
  ];
  await db.insertInto('responder').values(responders).execute();
});

const read = async (user: UserName, path: string) => {
  const answer = await platform.call(`GET ${path}`, { key: (await platform.signIn(user)).apiKey });
  return { status: answer.statusCode, ...answer.json() };
};
const all = (query: string) => `/consoles/ext/user_lists?org_id=${platform.orgs.A}&${query}`;

test.each<UserName>(['adm', 'orgA'])(
  'OPEN-71 USER-1 for %s the lists are those of the calls of the specification',
  async (user) => {
    const { A } = platform.orgs;
    for (const [filter, active, inactive] of [
      ['', 'order_by=name&direction=desc&offset=1&limit=2', 'limit=1'],
      ['&search=a', 'limit=3', 'limit=0'],
      ['&responder=true', 'limit=25', 'limit=25&order_by=email'],
    ] as const) {
      const pages = [active.replace(/(^|&)/g, '$1active_'), inactive.replace(/(^|&)/g, '$1inactive_')].join('&');
      const together = await read(user, all(`${pages}${filter}&external=true`));
      const { status: _one, ...first } = await read(
        user,
        `/consoles/active_user_list?org_id=${A}&include_current_user=true&${active}${filter}`,
      );
      const second = await read(user, `/consoles/inactive_user_list?org_id=${A}&${inactive}${filter}`);
      const others = await read(user, `/consoles/ext_org_accepcted_pending_user_list?ext_org_id=${A}`);
      expect(together).toMatchObject({
        status: 200,
        active_users: first.active_users,
        active_total_count: first.total_count,
        active_all_count: first.all_count,
        inactive_users: second.inactive_users,
        inactive_total_count: second.total_count,
        inactive_all_count: second.all_count,
        accepted_pending_user_list: others.accepted_pending_user_list,
      });
    }
  },
);

test('OPEN-71 RESP-1 the responders are those among the users of both pages', async () => {
  const { users } = platform;
  const lists = await read('orgA', all('external=true'));
  expect([lists.con_dept_responders, lists.inc_dept_responders, lists.task_dept_responders]).toEqual([
    [{ ent_usr_id: users.disA.id }],
    [],
    [{ ent_usr_id: users.orgA.id }],
  ]);
  expect(lists.accepted_pending_user_list).toHaveLength(1);
  const none = await read('orgA', all('active_limit=0&inactive_limit=0'));
  expect(none).toMatchObject({ con_dept_responders: [], task_dept_responders: [], active_users: [] });
  expect(none).not.toHaveProperty('accepted_pending_user_list');
});

test('OPEN-71 OPEN-22 another organisation and an unknown one are 404, a page above 100 is refused', async () => {
  const of = (id: number) => `/consoles/ext/user_lists?org_id=${id}`;
  expect((await read('orgA', of(platform.orgs.B))).status).toBe(404);
  expect((await read('adm', of(999_999))).status).toBe(404);
  expect((await read('adm', all('inactive_limit=101'))).status).toBe(422);
});
