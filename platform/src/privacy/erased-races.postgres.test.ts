import { expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { newOrganisation, organisationForm } from '../testing/forms.ts';
import { png } from '../testing/images.ts';
import { untilLockWaits } from '../testing/lock-waits.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
const logo = await png();
const rowOf = (name: UserName) =>
  platform.db.selectFrom('ent_usr').selectAll().where('id', '=', platform.users[name].id).executeTakeFirstOrThrow();

test.each<[UserName, string, () => object]>([
  ['assA', 'update_org_user', () => ({ body: { ent_usr: { id: platform.users.assA.id, firstname: 'Again' } } })],
  ['nowhere', 'create_or_updare_org', () => organisationForm(newOrganisation('Again'), { logo, icon: logo })],
])('PRIVACY-32 a user who is erased in the meantime cannot change their row: %s, %s', async (name, call, sent) => {
  const { db, users } = platform;
  const { apiKey: key } = await platform.signIn(name);
  const { id } = users[name];
  const { answer, erased } = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('ent_usr').select('id').where('id', '=', id).forUpdate().execute();
    const answer = platform.call(`POST /consoles/${call}`, { key, ...sent() });
    await untilLockWaits(db);
    const values = { email: `erased-${id}@erased.invalid`, is_disabled: true, erased_at: platform.now() };
    const row = trx.updateTable('ent_usr').set(values).where('id', '=', id).returningAll();
    return { answer, erased: await row.executeTakeFirstOrThrow() };
  });
  expect((await answer).statusCode).toBe(401);
  expect(await rowOf(name)).toEqual(erased);
});
