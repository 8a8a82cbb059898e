import type { UserName } from '@console/platform/testing/fixtures';
import { expect, test } from 'vitest';
import { programHeaders } from '../testing/documents.ts';
import { useTestSystem } from '../testing/system.ts';
import { userMutations } from '../testing/user-mutations.ts';

const system = useTestSystem();

const targets = () => {
  const { orgs, users } = system.platform;
  return {
    own: { organisationId: orgs.A, userId: users.audA.id, inactiveId: users.disA.id, name: 'own' },
    foreign: { organisationId: orgs.B, userId: users.orgB.id, inactiveId: users.orgB.id, name: 'foreign' },
    unknown: { organisationId: '999999', userId: '999999', inactiveId: '999999', name: 'unknown' },
  };
};
const writes = () => system.upstream.requests.filter(({ path }) => /create_|update_|bulk_|activate_|valid_/.test(path));

test.each<[UserName, string[]]>([
  ['adm', ['done', 'done', 'NOT_FOUND']],
  ['arc', ['done', 'done', 'NOT_FOUND']],
  ['orgA', ['done', 'NOT_FOUND', 'NOT_FOUND']],
  ['assA', ['done', 'NOT_FOUND', 'NOT_FOUND']],
  ['audA', ['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']],
  ['nowhere', ['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']],
])(
  'CASES-28 CASES-31 USER-9 USER-34 BULK-2 NAV-9 %s uses mutations on own, foreign and unknown users: %j',
  async (user, expected) => {
    for (const [name, act] of Object.entries(userMutations)) {
      const tab = await system.signIn(user);
      system.upstream.requests.length = 0;
      const answers = [];
      for (const target of Object.values(targets())) answers.push(await act(tab, target));
      expect([name, answers.map(({ code }) => code ?? 'done')]).toEqual([name, expected]);
      const refused = answers.filter(({ code }) => code);
      // Nothing tells a refused id from another, and nothing was sent for what the table refuses.
      expect(new Set(refused.map(({ status, errors }) => `${status} ${errors[0]?.message}`)).size).toBeLessThan(2);
      if (!expected.includes('done')) expect([name, writes()]).toEqual([name, []]);
    }
  },
);

test('CASES-31 GQL-5 GQL-13 a program has the rights of its user, and an anonymous caller has none', async () => {
  const { own, foreign } = targets();
  const [auditee, organiser] = [await system.integrationKey('audA'), await system.integrationKey('orgA')].map(
    programHeaders,
  );
  for (const [name, act] of Object.entries(userMutations)) {
    expect([name, (await act(system.client(), own)).code]).toEqual([name, 'UNAUTHENTICATED']);
    expect([name, (await act(system.client(), own, auditee)).code]).toEqual([name, 'FORBIDDEN']);
    expect([name, (await act(system.client(), foreign, organiser)).code]).toEqual([name, 'NOT_FOUND']);
    const answer = await act(system.client(), own, organiser);
    expect([name, answer.errors, answer.setCookies]).toEqual([name, [], []]);
  }
});
