import { beforeEach, expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { csvOf, formOf, newUser, rowOf } from '../testing/forms.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
let key: string;
beforeEach(async () => {
  key = (await platform.signIn('orgA')).apiKey;
});

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const upload = (emails: string[], org = platform.orgs.A, as = key) =>
  platform.call('POST /consoles/bulk_user_upload', {
    key: as,
    ...formOf({ org_id: org }, csvOf(emails.map((email) => rowOf(email)))),
  });
const set = (userId: number, is_disabled?: boolean, as = key) =>
  platform.call('POST /consoles/activate_deactivate_user', { key: as, body: { userId, is_disabled } });
const prove = (as = key) =>
  platform.call('POST /consoles/valid_password', { key: as, body: { current_password: fixturePassword } });

test('REST-23 of parallel uploads of the same users in two orders into two organisations one succeeds, without a deadlock', async () => {
  for (let round = 1; round <= 2; round += 1) {
    // A second file within the hour is refused.
    platform.moveClock(61 * minuteMs);
    key = (await platform.signIn('orgA')).apiKey;
    const other = (await platform.signIn('orgB')).apiKey;
    const emails = times(4_000, (n) => `both${round}-${n}@a.example`);
    const answers = await Promise.all([upload(emails), upload(emails.toReversed(), platform.orgs.B, other)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    const { errors } = (answers.find(({ statusCode }) => statusCode === 422) as (typeof answers)[0]).json();
    expect(Object.values(errors)).toEqual(Array(4_000).fill(['email is taken']));
  }
});

// Of a user without an organisation, only the own row can be locked.
test('REST-19 two opposite parallel calls both return the result', async () => {
  const { id } = platform.users.nowhere;
  const adm = (await platform.signIn('adm')).apiKey;
  for (let round = 1; round <= 20; round += 1) {
    // The activating call uses up a confirmation too.
    await prove(adm);
    await prove(adm);
    const [off, on] = await Promise.all([set(id, true, adm), set(id, false, adm)]);
    expect([off.statusCode, off.json().user.is_disabled]).toEqual([200, true]);
    expect([on.statusCode, on.json().user.is_disabled]).toEqual([200, false]);
    await set(id, false, adm);
  }
});

test('REST-21 two users who change each other in parallel do not deadlock', async () => {
  const pair: UserName[] = ['orgA', 'assA'];
  const { orgA, assA } = platform.users;
  await platform.db.updateTable('ent_usr').set({ role_id: 3 }).where('id', '=', assA.id).execute();
  const keys = await Promise.all(pair.map(async (user) => (await platform.signIn(user)).apiKey));
  const edit = (as: string | undefined, id: number, firstname: string) => {
    const {
      email: _email,
      role_id: _role,
      ...record
    } = newUser('x@a.example', { id, firstname, dept_lead: undefined });
    return platform.call('POST /consoles/update_org_user', { key: as, body: { ent_usr: record } });
  };
  for (let round = 1; round <= 30; round += 1) {
    const answers = await Promise.all([edit(keys[0], assA.id, `A${round}`), edit(keys[1], orgA.id, `B${round}`)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  }
});
