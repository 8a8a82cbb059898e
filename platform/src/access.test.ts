import { type CallName, calls } from '@console/contract/calls/all';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserName } from './testing/fixtures.ts';
import { startTestPlatform, type TestPlatform } from './testing/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform();
  const role = { role_id: null };
  await platform.db.updateTable('ent_usr').set(role).where('id', '=', platform.users.nowhere.id).execute();
  const kinds = (['continuer', 'investigator', 'arc'] as const).flatMap((kind) =>
    [platform.users.assA.id, platform.users.orgB.id].map((ent_usr_id) => ({ ent_usr_id, kind })),
  );
  await platform.db.insertInto('responder').values(kinds).execute();
});
afterAll(() => platform.close());

/** An Administrator, an Architect, an Organiser, an Assessor and an Auditee of organisation A, and somebody without a role. */
const callers = ['adm', 'arc', 'orgA', 'assA', 'audA', 'nowhere'] as const satisfies UserName[];

type Statuses = [own: number, foreign: number, unknown: number];
const all: Statuses = [200, 200, 200];
const every: Statuses = [200, 200, 404];
const own: Statuses = [200, 404, 404];
const none: Statuses = [403, 403, 403];

const viewers = [every, every, own, own, none, none];

/** For each built call that needs a key: what its id is called, and what each caller is answered. */
const table: Partial<Record<CallName, { id?: 'org_id' | 'user_id'; statuses: Statuses[] }>> = {
  activeUserList: { id: 'org_id', statuses: viewers },
  inactiveUserList: { id: 'org_id', statuses: viewers },
  getUserDetailById: { id: 'user_id', statuses: viewers },
  conDeptResponders: { id: 'org_id', statuses: viewers },
  incDeptResponders: { id: 'org_id', statuses: viewers },
  taskDeptResponders: { id: 'org_id', statuses: viewers },
  orgDetail: { id: 'org_id', statuses: [every, every, own, own, own, none] },
  orgList: { statuses: [all, all, none, none, none, none] },
};

/** Ends the caller's own session and takes no id. */
const withoutId: CallName[] = ['logoutApiUser'];

test('CASES-31 every built call that needs a key stands in the table', () => {
  const guarded = Object.values(calls).filter(
    ({ name, access }) => access === 'user' && !platform.app.callsNotBuilt.includes(name as CallName),
  );
  expect(guarded.map(({ name }) => name).toSorted()).toEqual([...Object.keys(table), ...withoutId].toSorted());
});

test.each(callers.map((user, place) => [user, place] as const))(
  'CASES-26 CASES-27 CASES-31 ROLE-4 OPEN-22 %s: role first, then the organisation; a foreign id looks like an unknown one',
  async (user, place) => {
    const { apiKey } = await platform.signIn(user);
    const ids = {
      org_id: [platform.orgs.A, platform.orgs.B, 999_999],
      user_id: [platform.users.assA.id, platform.users.orgB.id, 999_999],
    };
    for (const [name, { id: key = 'org_id', statuses }] of Object.entries(table)) {
      const { method, path } = calls[name as CallName];
      const answers = [];
      for (const id of ids[key]) answers.push(await platform.call(`${method} ${path}?${key}=${id}`, { key: apiKey }));
      expect([name, answers.map(({ statusCode }) => statusCode)]).toEqual([name, statuses[place]]);
      const [, foreign, unknown] = answers.map(({ body }) => body);
      if (statuses[place]?.[1] !== 200) expect([name, foreign]).toEqual([name, unknown]);
    }
  },
);

test('CASES-31 who may not do it is 403 before anything of the call is read', async () => {
  const { apiKey } = await platform.signIn('audA');
  const guarded = Object.entries(table).filter(([name]) => name !== 'orgDetail');
  for (const [name] of guarded) {
    const { method, path } = calls[name as CallName];
    for (const query of ['', '?org_id=x&user_id=x&limit=x'])
      expect([name, (await platform.call(`${method} ${path}${query}`, { key: apiKey })).statusCode]).toEqual([
        name,
        403,
      ]);
  }
});

test('CASES-27 nothing of another organisation is in any answer of those who see only their own', async () => {
  for (const user of ['orgA', 'assA', 'audA'] as const) {
    const { apiKey } = await platform.signIn(user);
    for (const name of Object.keys(table)) {
      const { method, path } = calls[name as CallName];
      for (const query of ['', `?org_id=${platform.orgs.A}`, `?org_id=${platform.orgs.B}&search=b`]) {
        const { body } = await platform.call(`${method} ${path}${query}`, { key: apiKey });
        expect(body).not.toMatch(/b\.example|Organisation B/);
        expect(body).not.toContain(`"ent_usr_id":${platform.users.orgB.id}}`);
      }
    }
  }
});
