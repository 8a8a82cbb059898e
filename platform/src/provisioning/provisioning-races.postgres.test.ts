import { expect, test } from 'vitest';
import { untilLockWaits } from '../testing/lock-waits.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startScim } from '../testing/scim.ts';
import { addUsers } from '../testing/users.ts';

const platform = useTestPlatform();
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

test('SCIMUSER-16 of parallel creations of one user one succeeds, in one organisation and in several', async () => {
  const [scim, other] = [await startScim(platform), await startScim(platform, {}, platform.orgs.B)];
  const answers = await Promise.all(
    times(10, (n) => (n % 2 ? scim : other).create({ userName: 'one@shared.example', externalId: 'e' })),
  );
  expect(answers.filter(({ user }) => user)).toHaveLength(1);
  expect(answers.flatMap(({ refused }) => refused ?? []).map(({ status, scimType }) => [status, scimType])).toEqual(
    times(9, () => [409, 'uniqueness']),
  );
  const users = await platform.db
    .selectFrom('ent_usr')
    .select('id')
    .where('email', '=', 'one@shared.example')
    .execute();
  expect(users).toHaveLength(1);
});

test('SCIMUSER-16 parallel creations never exceed the user limit', async () => {
  const scim = await startScim(platform);
  await platform.db.updateTable('ent_org').set({ user_limit: 8 }).where('id', '=', platform.orgs.A).execute();
  const answers = await Promise.all(times(10, (n) => scim.create({ userName: `p${n}@a.example` })));
  expect(answers.filter(({ user }) => user)).toHaveLength(3);
});

test('SCIMUSER-9 an Organiser does not count who is demoted at the same time', async () => {
  const scim = await startScim(platform);
  const { orgA } = platform.users;
  const [otherId = 0] = await addUsers(platform.db, platform.orgs.A, [{ role_id: 3, email: 'second@a.example' }]);
  const { id } = await scim.added({ userName: orgA.email });
  let deactivated: ReturnType<typeof scim.patch> | undefined;
  await platform.db.transaction().execute(async (trx) => {
    await trx.updateTable('ent_usr').set({ role_id: 4 }).where('id', '=', otherId).execute();
    deactivated = scim.patch(id, { active: false });
    await untilLockWaits(platform.db);
  });
  expect(await deactivated).toMatchObject({ refused: { status: 409 } });
  expect(await scim.row(orgA.id)).toMatchObject({ is_disabled: false });
});

test('SCIMUSER-12 parallel deactivations are counted one after the other', async () => {
  const scim = await startScim(platform);
  const users = [];
  for (const n of times(30, (one) => one)) users.push(await scim.added({ userName: `many${n}@a.example` }));
  const answers = await Promise.all(users.map(({ id }) => scim.patch(id, { active: false })));
  expect(answers.filter(({ refused }) => refused === undefined)).toHaveLength(20);
  expect(await scim.mails('Your identity provider deactivated many users')).toHaveLength(1);
});
