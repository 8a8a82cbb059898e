import { beforeEach, expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
beforeEach(async () => {
  const { users, db } = platform;
  await db
    .insertInto('responder')
    .values([
      { ent_usr_id: users.assA.id, kind: 'continuer' },
      { ent_usr_id: users.orgA.id, kind: 'continuer' },
      { ent_usr_id: users.orgB.id, kind: 'continuer' },
      { ent_usr_id: users.assA.id, kind: 'investigator' },
      { ent_usr_id: users.orgB.id, kind: 'arc' },
    ])
    .execute();
});

const paths = {
  continuer: '/continuers/con_dept_responders',
  investigator: '/incidents/inc_dept_responders',
  arc: '/task_blueprint/task_dept_responders',
};

const asked = async (user: UserName, path: string) =>
  platform.call(`GET ${path}`, { key: (await platform.signIn(user)).apiKey });
const named = async (user: UserName, path: string) =>
  (await asked(user, path)).json().dept_responders.map((one: { ent_usr_id: number }) => one.ent_usr_id);

test('ENT-5 REST-26 REST-27 REST-28 RESP-1 OPEN-69 each path returns its own kind, within the caller’s scope', async () => {
  const { users } = platform;
  for (const user of ['adm', 'arc'] as const) {
    expect(await named(user, paths.continuer)).toEqual([users.orgA.id, users.assA.id, users.orgB.id]);
    expect(await named(user, paths.investigator)).toEqual([users.assA.id]);
    expect(await named(user, paths.arc)).toEqual([users.orgB.id]);
  }
  for (const user of ['orgA', 'assA'] as const) {
    expect(await named(user, paths.continuer)).toEqual([users.orgA.id, users.assA.id]);
    expect(await named(user, paths.arc)).toEqual([]);
  }
  expect(await named('nowhere', paths.continuer)).toEqual([]);
});

test('REST-26 OPEN-69 with an organisation, its responders', async () => {
  const { users, orgs } = platform;
  expect(await named('adm', `${paths.continuer}?org_id=${orgs.B}`)).toEqual([users.orgB.id]);
  expect(await named('adm', `${paths.investigator}?org_id=${orgs.B}`)).toEqual([]);
  expect(await named('orgA', `${paths.continuer}?org_id=${orgs.A}`)).toEqual([users.orgA.id, users.assA.id]);
});

test('OPEN-71 RESP-1 all three lists in one answer are those of the three calls', async () => {
  const { orgs } = platform;
  const all = '/consoles/ext/dept_responders';
  for (const [user, query] of [
    ['adm', ''],
    ['adm', `?org_id=${orgs.B}`],
    ['orgA', ''],
    ['orgA', `?org_id=${orgs.A}`],
  ] as const) {
    const lists = (await asked(user, `${all}${query}`)).json();
    const ids = (rows: { ent_usr_id: number }[]) => rows.map(({ ent_usr_id }) => ent_usr_id);
    expect([lists.con_dept_responders, lists.inc_dept_responders, lists.task_dept_responders].map(ids)).toEqual(
      await Promise.all(Object.values(paths).map((path) => named(user, `${path}${query}`))),
    );
  }
  expect((await asked('orgA', `${all}?org_id=${orgs.B}`)).statusCode).toBe(404);
  expect((await asked('adm', `${all}?org_id=999999`)).statusCode).toBe(404);
});

test('REST-26 DESIGN-5 without extensions the organisation is ignored, whatever its value', async () => {
  const basic = await startTestPlatform({ settings: { extensions: false } });
  const { apiKey } = await basic.signIn('adm');
  const answer = await basic.call(`GET ${paths.continuer}?org_id=x`, { key: apiKey });
  expect([answer.statusCode, answer.json()]).toEqual([200, { dept_responders: [] }]);
  await basic.close();
});
