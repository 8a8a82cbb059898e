import { expect, test } from 'vitest';
import { lockUser } from '../core/access/locks.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import { fixturePassword } from '../testing/fixtures.ts';
import { untilLockWaits } from '../testing/lock-waits.ts';
import { createPasskeyDevice } from '../testing/passkeys.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const ten = Array.from({ length: 10 }, (_, n) => n);
const liveSessions = () => platform.db.selectFrom('session').select('id').where('ended_at', 'is', null).execute();

test('CASES-44 REST-9 one of 10 parallel uses of a token sets its password', async () => {
  await platform.signIn('orgA');
  const reset_password_token = await platform.issueToken('orgA', 'reset');
  const answers = await Promise.all(
    ten.map((n) => {
      const password = `An0ther-one${n}`;
      const body = { email: 'orga@a.example', password, password_confirmation: password, reset_password_token };
      return platform.call('POST /consoles/reset_pwd', { body });
    }),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(422)]);
  expect(await liveSessions()).toEqual([]);
  expect(await platform.mails('orgA')).toHaveLength(1);
  const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
  const ent_usr = { email: 'orga@a.example', password: `An0ther-one${winner}` };
  expect((await platform.login('orgA', { ent_usr })).statusCode).toBe(200);
});

test('REST-12 one of 5 parallel changes succeeds, and no session remains', async () => {
  const { apiKey } = await platform.signIn('orgA');
  const answers = await Promise.all(
    ten.slice(0, 5).map((n) => {
      const password = `An0ther-one${n}`;
      const ent_usr_id = platform.users.orgA.id;
      const ent_usrs = { password, password_confirmation: password, current_password: fixturePassword, ent_usr_id };
      return platform.call('POST /consoles/change_pwd', { key: apiKey, body: { ent_usrs } });
    }),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(await liveSessions()).toEqual([]);
  expect(await platform.mails('orgA')).toHaveLength(1);
});

test('REST-10 one of 5 links requested in parallel is valid', async () => {
  const body = { email: 'orga@a.example' };
  await Promise.all(ten.slice(0, 5).map(() => platform.call('POST /consoles/console_reset_pwd_link', { body })));
  expect(await platform.mails('orgA')).toHaveLength(5);
  expect(await platform.db.selectFrom('user_token').selectAll().execute()).toHaveLength(1);
});

test('REST-10 a user who is disabled during a request for a link gets no mail', async () => {
  const { id, email } = platform.users.orgA;
  let answer: ReturnType<typeof platform.call> | undefined;
  await platform.db.transaction().execute(async (trx) => {
    await lockUser(trx, id);
    await trx.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', id).execute();
    answer = platform.call('POST /consoles/console_reset_pwd_link', { body: { email } });
    await untilLockWaits(platform.db);
  });
  expect((await answer)?.json()).toEqual({});
  expect(await platform.mails('orgA')).toEqual([]);
});

test('CASES-33 OPEN-35 of 10 parallel commands with two reauthentications two succeed', async () => {
  const { apiKey } = await platform.signIn('orgA');
  const body = { current_password: fixturePassword };
  for (let n = 1; n <= 2; n += 1) await platform.call('POST /consoles/valid_password', { key: apiKey, body });
  const [session] = await liveSessions();
  const caller = { sessionId: session?.id ?? 0 };
  const acts = await Promise.allSettled(
    ten.map(() => platform.db.transaction().execute((trx) => consumeReauthentication(trx, platform.now, caller))),
  );
  expect(acts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});

test('CONFIRM-1 CONFIRM-3 of two concurrent actions with one passkey confirmation one is done, and of ten answers to one challenge one confirms', async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  const post = (call: string, body: object = {}) => platform.call(`POST /consoles/ext/${call}`, { key, body });
  const device = createPasskeyDevice();
  await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  const response = device.create((await post('new_passkey')).json().options);
  await post('add_passkey', { name: 'Laptop', response });
  const { options } = (await post('new_confirmation')).json();
  const answers = await Promise.all(ten.map(() => post('confirm_with_passkey', { response: device.get(options) })));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const acts = await Promise.all([post('set_up_app'), post('new_passkey')]);
  expect(acts.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
});

test('REST-7 CASES-33 of 20 parallel wrong passwords of a session 5 are checked', async () => {
  const { apiKey } = await platform.signIn('orgA');
  const before = platform.hashChecks();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      platform.call('POST /consoles/valid_password', { key: apiKey, body: { current_password: 'wrong' } }),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(5);
  expect(platform.hashChecks() - before).toBe(5);
});
