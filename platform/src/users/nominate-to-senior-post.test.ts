import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import type { UserName } from '../testing/fixtures.ts';
import { newUser } from '../testing/forms.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const { email: _email, role_id: _role, ...record } = newUser('ignored@a.example', { dept_lead: undefined });
const update = async (by: UserName, user: UserName, more: object, on = platform) => {
  const ent_usr = { ...record, id: on.users[user].id, ...more };
  return on.call('POST /consoles/update_org_user', { key: (await on.signIn(by)).apiKey, body: { ent_usr } });
};
const nominate = (by: UserName, user: UserName, designation: string, more: object = {}) =>
  update(by, user, { designation, nominate: true, ...more });
const rowOf = (user: UserName) =>
  platform.db.selectFrom('ent_usr').selectAll().where('id', '=', platform.users[user].id).executeTakeFirstOrThrow();
const set = (user: UserName, designation: string | null) =>
  platform.db.updateTable('ent_usr').set({ designation }).where('id', '=', platform.users[user].id).execute();
const posts = async () =>
  Object.fromEntries(
    await Promise.all((['orgA', 'assA', 'audA'] as const).map(async (user) => [user, (await rowOf(user)).designation])),
  );
const audits = () => platform.auditEntries('organisations:nominate');
const said = async (answer: ReturnType<typeof update>) => [(await answer).statusCode, (await answer).json().errors];

test.each(['adm', 'arc', 'orgA'] as const)(
  'NOM-4 NOM-9 REST-21 %s fills a vacant post, and no other field of the user changes',
  async (by) => {
    const before = await rowOf('assA');
    platform.moveClock(minuteMs);
    const answer = await nominate(by, 'assA', 'CTO');
    expect([answer.statusCode, answer.json().user]).toEqual([
      200,
      expect.objectContaining({ designation: 'CTO', firstname: 'assA' }),
    ]);
    expect(await rowOf('assA')).toEqual({ ...before, designation: 'CTO', updated_at: platform.now() });
    expect(await audits()).toMatchObject([
      { target_id: String(before.id), before: { designation: null }, after: { designation: 'CTO' } },
    ]);
    expect((await nominate(by, 'assA', 'CTO')).statusCode).toBe(200);
    expect(await audits()).toHaveLength(1);
  },
);

test('NOM-5 NOM-6 OPEN-39 the former holder keeps the role and loses the post, and the user’s former post is vacant', async () => {
  await set('assA', 'CEO');
  await set('audA', 'CTO');
  expect((await nominate('orgA', 'audA', 'CEO')).statusCode).toBe(200);
  expect(await posts()).toEqual({ orgA: null, assA: null, audA: 'CEO' });
  expect((await rowOf('assA')).role_id).toBe(4);
  const { assA, audA } = platform.users;
  expect(await audits()).toMatchObject([
    {
      target_id: String(audA.id),
      before: { designation: 'CTO', holder_id: assA.id },
      after: { designation: 'CEO', holder_id: audA.id },
    },
  ]);
});

test('NOM-12 the CEO is replaced but never only removed, by any call', async () => {
  await set('assA', 'CEO');
  const empty = [422, { designation: ['CEO details are required'] }];
  expect(await said(nominate('adm', 'assA', 'CTO'))).toEqual(empty);
  expect(await said(update('orgA', 'assA', { designation: 'Analyst' }))).toEqual(empty);
  expect(await said(update('assA', 'assA', { designation: 'Analyst' }))).toEqual(empty);
  expect((await update('orgA', 'assA', { designation: 'CEO' })).statusCode).toBe(200);
  expect((await posts()).assA).toBe('CEO');
});

test('OPEN-39 WIZ-9 the organiser’s own post can only be taken by themselves', async () => {
  const organizer_id = platform.users.assA.id;
  await platform.db.updateTable('ent_org').set({ organizer_id }).where('id', '=', platform.orgs.A).execute();
  await set('assA', 'CISO');
  expect(await said(nominate('adm', 'audA', 'CISO'))).toEqual([422, { designation: ['Duplicate User for CISO'] }]);
  await platform.db
    .updateTable('ent_org')
    .set({ organizer_id: platform.users.orgA.id })
    .where('id', '=', platform.orgs.A)
    .execute();
  await set('assA', null);
  await set('orgA', 'CISO');
  expect((await nominate('orgA', 'audA', 'CISO')).statusCode).toBe(200);
  expect(await posts()).toEqual({ orgA: null, assA: null, audA: 'CISO' });
});

test('NOM-10 CASES-26 Assessors and Auditees do not nominate, no role in another organisation, none of a higher role', async () => {
  for (const by of ['assA', 'audA'] as const)
    for (const user of ['audA', 'orgB'] as const) expect((await nominate(by, user, 'CTO')).statusCode).toBe(403);
  expect((await nominate('orgA', 'orgB', 'CTO')).statusCode).toBe(404);
  expect((await nominate('orgA', 'adm', 'CTO')).statusCode).toBe(403);
  await set('arc', 'CTO');
  expect((await nominate('orgA', 'audA', 'CTO')).statusCode).toBe(403);
  expect((await rowOf('arc')).designation).toBe('CTO');
  expect(await audits()).toEqual([]);
  const refusals = await platform.auditEntries('access:refuse');
  expect(refusals.map(({ after }) => after)).toContainEqual({ action: 'organisations:nominate', reason: 'level' });
});

test('NOM-10 a caller who may not nominate cannot set a senior post by the user form, even for themselves', async () => {
  const refused = [422, { designation: ['must be assigned by nomination'] }];
  expect(await said(update('audA', 'audA', { designation: 'CTO' }))).toEqual(refused);
  expect(await said(update('assA', 'audA', { designation: 'CTO' }))).toEqual(refused);
  const ent_usr = newUser('maya@a.example', { designation: 'CTO' });
  const { apiKey } = await platform.signIn('assA');
  const created = await platform.call('POST /consoles/create_org_user', { key: apiKey, body: { ent_usr } });
  expect([created.statusCode, created.json().errors]).toEqual(refused);
  await set('audA', 'CTO');
  expect((await update('audA', 'audA', { designation: 'CTO' })).statusCode).toBe(200);
});

test('NOM-9 an unknown post, a disabled user and an outdated record are refused', async () => {
  expect(await said(nominate('adm', 'audA', 'Analyst'))).toEqual([
    422,
    { designation: ['must be a senior designation'] },
  ]);
  expect(await said(nominate('adm', 'disA', 'CTO'))).toEqual([422, { id: ['must be an active user'] }]);
  expect((await nominate('adm', 'audA', 'CTO', { expected_updated_at: '2020-01-01T00:00:00.000Z' })).statusCode).toBe(
    409,
  );
  expect((await nominate('adm', 'nowhere', 'CTO')).statusCode).toBe(404);
});

test('OPEN-39 a database failure in the middle leaves post and holder unchanged', async () => {
  await set('assA', 'CTO');
  const { apiKey } = await platform.signIn('adm');
  await sql`create or replace function break_down() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`.execute(
    platform.db,
  );
  await sql`create trigger broken before update on ent_usr for each row when (new.designation = 'CTO') execute function break_down()`.execute(
    platform.db,
  );
  const ent_usr = { id: platform.users.audA.id, designation: 'CTO', nominate: true };
  const answer = await platform.call('POST /consoles/update_org_user', { key: apiKey, body: { ent_usr } });
  await sql`drop trigger broken on ent_usr`.execute(platform.db);
  expect([answer.statusCode, await posts()]).toEqual([500, { orgA: null, assA: 'CTO', audA: null }]);
});

test('DESIGN-5 without extensions the call is the user form, and a taken post keeps its holder', async () => {
  const own = await startTestPlatform({ settings: { extensions: false } });
  await own.db.updateTable('ent_usr').set({ designation: 'CTO' }).where('id', '=', own.users.assA.id).execute();
  const answer = await update('adm', 'audA', { designation: 'CTO', nominate: true }, own);
  expect([answer.statusCode, answer.json().errors]).toEqual([422, { designation: ['is held by another user'] }]);
  await own.close();
});
