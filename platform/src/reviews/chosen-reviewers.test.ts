import { expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { accessReviews } from '../testing/reviews.ts';
import { addUsers } from '../testing/users.ts';
import { readReviewEvidence } from './evidence/read-review-evidence.ts';
import { reassignReviewers } from './review-jobs.ts';

const platform = useTestPlatform({ settings: { assessorManagesUsers: false } });
const { started, itemOf, decide, get, keyOf } = accessReviews(platform);

const setSupervisor = (of: UserName, supervisor: UserName, setter: object = {}) =>
  platform.db
    .updateTable('ent_usr')
    .set({ supervisor: platform.users[supervisor].email, ...setter })
    .where('id', '=', platform.users[of].id)
    .execute();
const update = async (user: UserName, target: UserName, supervisor: UserName) => {
  const ent_usr = { id: platform.users[target].id, supervisor: platform.users[supervisor].email };
  await platform.call('POST /consoles/update_org_user', { key: await keyOf(user), body: { ent_usr } });
};
/** The reviewer of the Auditee, and what the evidence says about the choice. */
const reviewed = async (person: UserName = 'audA') => {
  const { id } = await started('orgA', { scope: 'PEOPLE', userIds: [platform.users[person].id] });
  const { reviewer } = await itemOf('adm', id, person);
  const { people } = await readReviewEvidence(platform.db, Number(id), platform.now());
  return [reviewer, people[0]?.supervisor];
};
const forget = () => platform.db.updateTable('ent_usr').set({ supervisor_set_at: null }).execute();
const self = ['orgA Fixture', 'set by the person, so not the reviewer'];

test('REVIEWER-1 a reviewer who cannot edit users does not change a role by a decision, and is offered none', async () => {
  await setSupervisor('audA', 'assA');
  const { id } = await started('orgA', { scope: 'PEOPLE', userIds: [platform.users.audA.id] });
  const item = await itemOf('assA', id, 'audA');
  expect(item).toMatchObject({ viewerCanDecide: true, assignableRoles: [] });
  const change = { itemId: item.id, version: 0, decision: 'CHANGE_ROLE', newRole: 'ASSESSOR', reason: 'New task' };
  const { failures } = (await decide('assA', id, [change])).json();
  expect(failures).toEqual([{ itemId: item.id, code: 'FORBIDDEN', message: 'You cannot change roles.' }]);
  expect((await decide('assA', id, [{ itemId: item.id, version: 0, decision: 'REMOVE' }])).json().failures).toEqual([]);
});

test('REVIEWER-5 attack: an Auditee who names a friend as supervisor is reviewed by the starter, also without a stored setter', async () => {
  await update('orgA', 'audA', 'arc');
  await update('audA', 'audA', 'assA');
  expect(await reviewed()).toEqual(self);
  // As if release 1.0.0 had made the changes.
  await forget();
  expect(await reviewed()).toEqual(self);
  await update('orgA', 'audA', 'assA');
  expect(await reviewed()).toEqual(['assA Fixture', '']);
  await update('orgA', 'audA', 'arc');
  await forget();
  expect(await reviewed()).toEqual(['arc Fixture', 'not known who set it']);
});

test('REVIEWER-5 a person in an open review who sets the own supervisor does not get that one when the reviewer is replaced', async () => {
  const { db, users, orgs } = platform;
  const [lead] = await addUsers(db, orgs.A, [{ email: 'lead@a.example', role_id: 4 }]);
  const known = { supervisor: 'lead@a.example', supervisor_set_at: platform.now() };
  await setSupervisor('audA', 'assA', known);
  const { id } = await started('orgA', { scope: 'PEOPLE', userIds: [users.audA.id] });
  await update('audA', 'audA', 'assA');
  await db
    .updateTable('ent_usr')
    .set({ is_disabled: true })
    .where('id', '=', lead ?? 0)
    .execute();
  await reassignReviewers({
    db,
    clock: platform.now,
    settings: { publicUrl: new URL('https://console.example') } as never,
    mailer: { send: async () => {} },
  });
  expect((await itemOf('orgA', id, 'audA')).reviewer).toBe('orgA Fixture');
});

test('REVIEWER-6 a supervisor that an unknown user has set decides, and the evidence says so', async () => {
  const unknown = ['assA Fixture', 'not known who set it'];
  await setSupervisor('audA', 'assA');
  expect(await reviewed()).toEqual(unknown);
  for (const supervisor_set_by of [platform.users.orgA.id, null]) {
    await setSupervisor('audA', 'assA', { supervisor_set_by, supervisor_set_at: platform.now() });
    expect(await reviewed()).toEqual(['assA Fixture', '']);
  }
});

test('REVIEWER-7 the number of active users who set their own supervisor is read by those who read reviews', async () => {
  const { orgs } = platform;
  const count = async (user: UserName, organisationId: number) => {
    const answer = await get(user, `self_set_supervisor_count?organisationId=${organisationId}`);
    return [answer.statusCode, answer.json().selfSetSupervisorCount];
  };
  await update('audA', 'audA', 'assA');
  // Without anyone above, people name themselves.
  await update('assA', 'assA', 'assA');
  expect(await count('orgA', orgs.A)).toEqual([200, 1]);
  expect(await count('adm', orgs.B)).toEqual([200, 0]);
  expect(await count('orgA', orgs.B)).toEqual([404, undefined]);
  expect(await count('assA', orgs.A)).toEqual([403, undefined]);
});

test('REVIEWER-10 an external user is reviewed by the starter, and not by the supervisor of their organisation', async () => {
  const { db, users, orgs } = platform;
  await addUserMapping(db, users.orgB.id, orgs.A, { activated: true });
  await setSupervisor('orgB', 'arc', { supervisor_set_at: platform.now() });
  await db.updateTable('ent_usr').set({ role_id: 5 }).where('id', '=', users.orgB.id).execute();
  expect(await reviewed('orgB')).toEqual(['orgA Fixture', '']);
});
