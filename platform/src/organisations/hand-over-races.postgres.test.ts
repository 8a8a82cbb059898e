import { expect, test } from 'vitest';
import { fixturePassword } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addUsers } from '../testing/users.ts';

const platform = useTestPlatform();

/** An Assessor who supervises many users and is the organiser, and a session of an Administrator. */
async function prepare() {
  const { db, orgs, users } = platform;
  const { id, email } = users.assA;
  const people = Array.from({ length: 20 }, (_, place) => ({
    email: `p${place}@a.example`,
    role_id: 5,
    supervisor: email,
  }));
  const supervised = await addUsers(db, orgs.A, people);
  await db.updateTable('ent_org').set({ organizer_id: id }).where('id', '=', orgs.A).execute();
  const [other = 0] = await addUsers(db, orgs.A, [{ email: 'other@a.example', role_id: 3 }]);
  const { apiKey: key } = await platform.signIn('adm');
  const prove = () =>
    platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  const handOver = (toUserId: number, duties = ['SUPERVISED_USERS', 'ORGANISER']) =>
    platform.call('POST /consoles/activate_deactivate_user', {
      key,
      body: { userId: id, is_disabled: true, handOver: { toUserId, duties } },
    });
  const holders = async () => {
    const { organizer_id } = await db
      .selectFrom('ent_org')
      .select('organizer_id')
      .where('id', '=', orgs.A)
      .executeTakeFirstOrThrow();
    const rows = await db.selectFrom('ent_usr').select('supervisor').distinct().where('id', 'in', supervised).execute();
    return [organizer_id, rows.map(({ supervisor }) => supervisor)];
  };
  return { id, email, key, other, prove, handOver, holders };
}

test('HANDOVER-1 of two handovers at the same moment one moves all duties, and the other moves none', async () => {
  const { users } = platform;
  const { other, prove, handOver, holders } = await prepare();
  for (let proofs = 0; proofs < 2; proofs += 1) await prove();
  const answers = await Promise.all([handOver(users.orgA.id), handOver(other)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
  const expected = answers[0]?.statusCode === 200 ? [users.orgA.id, [users.orgA.email]] : [other, ['other@a.example']];
  expect(await holders()).toEqual(expected);
  expect(await platform.auditEntries('users:handOver')).toHaveLength(1);
});

test('HANDOVER-3 no duty moves to a user who is deactivated at the same moment', async () => {
  const { id, email, key, other, prove, handOver, holders } = await prepare();
  for (let proofs = 0; proofs < 2; proofs += 1) await prove();
  const [moved, deactivated] = await Promise.all([
    handOver(other),
    platform.call('POST /consoles/activate_deactivate_user', { key, body: { userId: other, is_disabled: true } }),
  ]);
  // The new user can be deactivated after the handover.
  expect([deactivated.statusCode, [200, 422]]).toEqual([200, expect.arrayContaining([moved.statusCode])]);
  expect(await holders()).toEqual(moved.statusCode === 200 ? [other, ['other@a.example']] : [id, [email]]);
});
