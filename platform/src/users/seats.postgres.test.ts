import { beforeEach, expect, test } from 'vitest';
import { lockOrganisation } from '../core/access/locks.ts';
import { fixturePassword } from '../testing/fixtures.ts';
import { csvOf, formOf, newUser, rowOf } from '../testing/forms.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addUsers } from '../testing/users.ts';

const platform = useTestPlatform();
let key: string;
beforeEach(async () => {
  key = (await platform.signIn('orgA')).apiKey;
});

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const create = (email: string, more: object = {}, as = key) =>
  platform.call('POST /consoles/create_org_user', { key: as, body: { ent_usr: newUser(email, more) } });
const upload = (emails: string[], org = platform.orgs.A, as = key) =>
  platform.call('POST /consoles/bulk_user_upload', {
    key: as,
    ...formOf({ org_id: org }, csvOf(emails.map((email) => rowOf(email)))),
  });
const set = (userId: number, is_disabled?: boolean, as = key) =>
  platform.call('POST /consoles/activate_deactivate_user', { key: as, body: { userId, is_disabled } });
const prove = (as = key) =>
  platform.call('POST /consoles/valid_password', { key: as, body: { current_password: fixturePassword } });
const activeCount = async () => {
  const path = `GET /consoles/active_user_list?org_id=${platform.orgs.A}&include_current_user=true&limit=0` as const;
  return (await platform.call(path, { key })).json().all_count;
};
/** Leaves `seats` free places in organisation A, which has five active users. */
const leave = (seats: number) =>
  platform.db
    .updateTable('ent_org')
    .set({ user_limit: 5 + seats })
    .where('id', '=', platform.orgs.A)
    .execute();

test('RELIABILITY-F44 USER-18 of 50 parallel creations with 5 seats left 5 succeed, 45 are USER_LIMIT_REACHED, and the count is right', async () => {
  await leave(5);
  const answers = await Promise.all(times(50, (n) => create(`seat${n}@a.example`)));
  const good = answers.filter(({ statusCode }) => statusCode === 200);
  const full = answers.filter((answer) => answer.statusCode === 422 && answer.json().message === 'User Limit Reached');
  expect([good.length, full.length, await activeCount()]).toEqual([5, 45, 10]);
  expect(await platform.db.selectFrom('mail').select('id').execute()).toHaveLength(5);
});

test('CASES-54 RELIABILITY-F44 BULK-8 USER-18 parallel uploads, creations and activations never exceed the limit', async () => {
  await leave(5);
  const inactive = await addUsers(
    platform.db,
    platform.orgs.A,
    times(10, (n) => ({ email: `off${n}@a.example`, is_disabled: true })),
  );
  const answers = await Promise.all([
    ...times(10, (n) => upload(times(3, (m) => `file${n}-${m}@a.example`))),
    ...inactive.map((id) => set(id, false)),
    ...times(20, (n) => create(`seat${n}@a.example`)),
  ]);
  const seats = answers.map((answer) => (answer.statusCode === 200 ? (answer.json().users?.length ?? 1) : 0));
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(new Set(refused.map((answer) => answer.json().message))).toEqual(new Set(['User Limit Reached']));
  expect([seats.reduce((sum, one) => sum + one, 0), await activeCount()]).toEqual([5, 10]);
});

test('USER-31 of 10 parallel creations with one email one succeeds, and 9 report it as taken', async () => {
  const other = (await platform.signIn('orgB')).apiKey;
  const answers = await Promise.all(times(10, (n) => create('One@a.example', {}, n % 2 ? key : other)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ statusCode }) => statusCode !== 200))
    expect(answer.json()).toEqual({ errors: { email: ['is taken'] }, codes: { email: ['TAKEN'] } });
});

test('REST-19 10 parallel toggles each follow the previous one, and each is audited', async () => {
  const { id } = platform.users.nowhere;
  const adm = (await platform.signIn('adm')).apiKey;
  // One confirmation per call, because activating uses one too. In sequence, because too many parallel tries would be blocked.
  for (let count = 0; count < 10; count += 1) await prove(adm);
  const answers = await Promise.all(times(10, () => set(id, undefined, adm)));
  const states = answers.map((answer) => answer.json().user?.is_disabled);
  expect(states.toSorted()).toEqual([...Array(5).fill(false), ...Array(5).fill(true)]);
  const entries = await platform.db
    .selectFrom('audit_entry')
    .select('after')
    .where('target_type', '=', 'ent_usr')
    .where('target_id', '=', String(id))
    .orderBy('id')
    .execute();
  expect(entries.map(({ after }) => after)).toEqual(times(10, (n) => ({ is_disabled: n % 2 === 0 })));
});

test('RELIABILITY-F42 REST-21 of two parallel changes of the same version one succeeds, and the other is a conflict', async () => {
  const { id } = platform.users.audA;
  const row = await platform.db
    .selectFrom('ent_usr')
    .select('updated_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const expected_updated_at = row.updated_at.toISOString();
  platform.moveClock(1_000);
  const answers = await Promise.all(
    times(5, (n) => {
      const ent_usr = newUser('x@a.example', { id, firstname: `N${n}`, expected_updated_at });
      return platform.call('POST /consoles/update_org_user', { key, body: { ent_usr } });
    }),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409]);
});

test('REST-20 signing in does not wait for new users of the organisation', async () => {
  await platform.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, platform.orgs.A);
    // A sign-in that locks the organisation would wait for this transaction, which waits for the response.
    expect((await platform.login('assA')).statusCode).toBe(200);
  });
});
