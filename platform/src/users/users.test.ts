import { expect, test, vi } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addUsers, minutesAgo } from '../testing/users.ts';

const platform = useTestPlatform();

const as = async (user: UserName, path: string) => {
  const { apiKey } = await platform.signIn(user);
  return platform.call(`GET /consoles/${path}`, { key: apiKey });
};
const activeOf = async (user: UserName, org: number, more = '') =>
  (await as(user, `active_user_list?org_id=${org}${more}`)).json().active_users;
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

test('USER-5 REST-17 lists the active users newest first by creation, equal ones by id, with the specified fields only', async () => {
  const { orgs, users, db } = platform;
  const [second = 0, third = 0, alike = 0] = await addUsers(db, orgs.B, [
    { created_at: minutesAgo(2), updated_at: minutesAgo(1) },
    { created_at: minutesAgo(3), updated_at: minutesAgo(0) },
    { created_at: minutesAgo(2), updated_at: minutesAgo(9) },
  ]);
  await addUsers(db, orgs.B, [{ email: 'off@b.example', is_disabled: true }]);
  const answer = await as('adm', `active_user_list?org_id=${orgs.B}`);
  expect(Object.keys(answer.json())).toEqual(['active_users']);
  expect(idsOf(answer.json().active_users)).toEqual([users.orgB.id, alike, second, third]);
});

test('USER-5 REST-17 the caller is in the list only on request', async () => {
  const { orgs, users } = platform;
  const others = [users.audA.id, users.assA.id, users.arc.id, users.adm.id];
  expect(idsOf(await activeOf('orgA', orgs.A))).toEqual(others);
  expect(idsOf(await activeOf('orgA', orgs.A, '&include_current_user=false'))).toEqual(others);
  const all = await activeOf('orgA', orgs.A, '&include_current_user=true');
  expect(new Set(idsOf(all))).toEqual(new Set([...others, users.orgA.id]));
  const wrong = await as('orgA', `active_user_list?org_id=${orgs.A}&include_current_user=maybe`);
  expect([wrong.statusCode, wrong.json()]).toEqual([
    422,
    { errors: { include_current_user: ['must be one of true, false'] }, codes: { include_current_user: ['UNKNOWN'] } },
  ]);
});

test('ENT-1 REST-17 REST-22 a user has the fields of the specification, with their role, and no secret', async () => {
  const { orgs, users, db } = platform;
  const details = { firstname: 'Ada', lastname: 'Lind', country_code: '+46', mobile: '7', designation: 'CISO' };
  const more = { supervisor: 'orga@a.example', department_name: 'InfoSec', dept_lead: true };
  const moments = { created_at: minutesAgo(-5), updated_at: minutesAgo(-6) };
  const [id = 0] = await addUsers(db, orgs.A, [{ email: 'ada@a.example', ...details, ...more, ...moments }]);
  const answer = await as('orgA', `get_user_detail_by_id?user_id=${id}`);
  const expected = {
    id,
    email: 'ada@a.example',
    ...details,
    ...more,
    role_id: 4,
    role: { id: 4, name: 'Assessor', idStr: 'ASSESSOR' },
    is_disabled: false,
    is_invited: true,
    ent_org_id: orgs.A,
    logo_url: null,
    ent_org: { logo_url: null },
    second_factors: [],
    created_at: moments.created_at.toISOString(),
    updated_at: moments.updated_at.toISOString(),
  };
  expect(answer.json()).toEqual({ user: expected });
  expect((await activeOf('orgA', orgs.A))[0]).toEqual(expected);
  expect(users.orgA.id).not.toBe(id);
});

test('ENT-9 REST-17 an invited user without details is listed with nulls', async () => {
  const { orgs, db } = platform;
  const [id] = await addUsers(db, orgs.B, [{ role_id: null }]);
  expect(await activeOf('orgB', orgs.B)).toEqual([
    expect.objectContaining({ id, firstname: null, role_id: null, role: null, department_name: null }),
  ]);
});

test.each(['adm', 'arc'] as const)('USER-1 %s reads the users of every organisation', async (user) => {
  const { orgs, users } = platform;
  expect(idsOf(await activeOf(user, orgs.B))).toEqual([users.orgB.id]);
  expect(idsOf(await activeOf(user, orgs.D))).toEqual([users.usrD.id]);
  for (const id of [users.orgB.id, users.disA.id, users.nowhere.id])
    expect((await as(user, `get_user_detail_by_id?user_id=${id}`)).json().user.id).toBe(id);
});

test('USER-33 USER-34 REST-22 a user of another organisation is 404 like an unknown one', async () => {
  const { users } = platform;
  for (const user of ['orgA', 'assA'] as const) {
    for (const id of [users.assA.id, users.disA.id])
      expect((await as(user, `get_user_detail_by_id?user_id=${id}`)).statusCode).toBe(200);
    for (const id of [users.orgB.id, users.nowhere.id, users.invited.id, 999_999, '99999999999']) {
      const answer = await as(user, `get_user_detail_by_id?user_id=${id}`);
      expect([id, answer.statusCode, answer.body]).toEqual([id, 404, '{"message":"Not Found"}']);
    }
  }
});

test('NAV-15 REST-22 a user without organisation sees no users, not even others without one', async () => {
  const { orgs, users } = platform;
  for (const id of [users.nowhere.id, users.invited.id, users.orgA.id])
    expect((await as('nowhere', `get_user_detail_by_id?user_id=${id}`)).statusCode).toBe(404);
  expect((await as('nowhere', `active_user_list?org_id=${orgs.A}`)).statusCode).toBe(404);
  expect((await as('nowhere', 'active_user_list?org_id=0')).statusCode).toBe(404);
});

test('DESIGN-4 STYLE-4 a list of many needs as many queries as a list of one', async () => {
  const { orgs, db } = platform;
  const { apiKey } = await platform.signIn('adm');
  const asked = vi.spyOn(db.getExecutor(), 'executeQuery');
  const statements = async (org: number) => {
    asked.mockClear();
    const answer = await platform.call(`GET /consoles/active_user_list?org_id=${org}&limit=100`, { key: apiKey });
    return [answer.json().active_users.length, asked.mock.calls.length];
  };
  const [one, few] = await statements(orgs.B);
  const people = Array.from({ length: 60 }, () => ({}));
  await addUsers(db, orgs.D, people);
  expect([one, await statements(orgs.D)]).toEqual([1, [61, few]]);
  asked.mockRestore();
});
