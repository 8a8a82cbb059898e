import { expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { newUser } from '../testing/forms.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addUsers } from '../testing/users.ts';

const platform = useTestPlatform();

const createAs = async (user: UserName, more: object = {}, email = 'maya@a.example') =>
  platform.call('POST /consoles/create_org_user', {
    key: (await platform.signIn(user)).apiKey,
    body: { ent_usr: newUser(email, more) },
  });
const said = async (answer: ReturnType<typeof createAs>) => [(await answer).statusCode, (await answer).json()];
const setOrg = (name: 'A', values: object) =>
  platform.db.updateTable('ent_org').set(values).where('id', '=', platform.orgs[name]).execute();

test('USER-16 USER-18 a full organisation accepts no more users; inactive users and those of others take no seat', async () => {
  await setOrg('A', { user_limit: 6 });
  await addUsers(platform.db, platform.orgs.B, [{}, {}]);
  expect((await createAs('orgA')).statusCode).toBe(200);
  const refusal = [422, { message: 'User Limit Reached', code: 'USER_LIMIT_REACHED' }];
  expect(await said(createAs('orgA', {}, 'next@a.example'))).toEqual(refusal);
  expect(await said(createAs('adm', { ent_org_id: platform.orgs.A }, 'next@a.example'))).toEqual(refusal);
  await setOrg('A', { user_limit: 3 });
  expect(await said(createAs('orgA', {}, 'next@a.example'))).toEqual(refusal);
});

test('USER-17 without a limit there is always a seat', async () => {
  await setOrg('A', { user_limit: null });
  await addUsers(
    platform.db,
    platform.orgs.A,
    Array.from({ length: 50 }, () => ({})),
  );
  expect((await createAs('orgA')).statusCode).toBe(200);
});
