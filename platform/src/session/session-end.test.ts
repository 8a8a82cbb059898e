import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '../core/base/clock.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const signIn = async (user: UserName): Promise<string> => (await platform.login(user)).json().current_ent_usr.api_key;
const read = async (key: string) => {
  const { statusCode, body } = await platform.call('POST /tasks/api_user_detail', {
    key,
    body: { task: { api_key: key } },
  });
  return [statusCode, JSON.parse(body)];
};
const ended = (session_end: string) => [401, { message: 'Sign in to continue.', session_end }];

test('START-46 a 401 says why the session of its key has ended: without use, after its longest time, or by another session', async () => {
  const idle = await signIn('orgA');
  platform.moveClock(31 * minuteMs);
  expect(await read(idle)).toEqual(ended('IDLE'));
  const stopped = await signIn('orgA');
  const other = await signIn('orgA');
  await platform.call('POST /consoles/valid_password', { key: other, body: { current_password: fixturePassword } });
  await platform.call('POST /consoles/ext/end_sessions', { key: other, body: { user_id: platform.users.orgA.id } });
  expect(await read(stopped)).toEqual(ended('ENDED'));
  expect((await read(other))[0]).toBe(200);
  platform.moveClock(13 * hourMs);
  expect(await read(other)).toEqual(ended('EXPIRED'));
  // An ended session that would have expired since still counts as ended.
  expect(await read(stopped)).toEqual(ended('ENDED'));
});

test('START-46 it says that the user was deactivated or the organisation disabled', async () => {
  const [user, organiser] = [await signIn('assA'), await signIn('orgA')];
  await platform.db
    .updateTable('ent_usr')
    .set({ is_disabled: true })
    .where('id', '=', platform.users.assA.id)
    .execute();
  expect(await read(user)).toEqual(ended('USER_INACTIVE'));
  await platform.db.updateTable('ent_org').set({ is_disabled: true }).where('id', '=', platform.orgs.A).execute();
  expect(await read(organiser)).toEqual(ended('ORG_INACTIVE'));
});

test('START-46 an unknown key and a platform without extensions say nothing of it', async () => {
  expect(await read('unknown')).toEqual([401, { message: 'Sign in to continue.' }]);
  const plain = await startTestPlatform({ settings: { extensions: false } });
  const { current_ent_usr } = (await plain.login('orgA')).json();
  plain.moveClock(31 * minuteMs);
  const answer = await plain.call('GET /consoles/org_list', { key: current_ent_usr.api_key });
  expect([answer.statusCode, answer.json()]).toEqual([401, { message: 'Sign in to continue.' }]);
  await plain.close();
});
