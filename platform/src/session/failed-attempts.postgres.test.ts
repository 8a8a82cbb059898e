import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockUser } from '../core/access/locks.ts';
import { minuteMs, secondMs } from '../core/base/clock.ts';
import { untilLockWaits } from '../testing/lock-waits.ts';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform({ settings: { signInMaxPerAccount: 1_000, signInMaxPerAddress: 1_000 } });
});
afterAll(() => platform.close());

const begin = async (): Promise<string> => (await platform.login('mfaA')).json().login_attempt;

test('CASES-39 of 50 parallel guesses 5 are checked and the others refused', async () => {
  const login_attempt = await begin();
  await platform.call('POST /consoles/send_otp', { body: { email: 'mfaa@m.example', login_attempt } });
  const code = await platform.passcode('mfaA');
  const guesses = ['2222', '3333', '4444', '5555', '6666', '7777'].filter((guess) => guess !== code);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => platform.login('mfaA', { otp: guesses[n % guesses.length], login_attempt })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(422));
  const left = answers.map((answer) => answer.json().tries_left).sort();
  expect(left).toEqual([...Array(46).fill(0), 1, 2, 3, 4]);
  const row = await platform.db.selectFrom('login_attempt').select('tries').executeTakeFirstOrThrow();
  expect(row.tries).toBe(5);
  expect((await platform.login('mfaA', { otp: code, login_attempt })).statusCode).toBe(422);
});

test('CASES-40 of 10 parallel sign-ins with the right passcode one succeeds', async () => {
  await platform.reset();
  const login_attempt = await begin();
  await platform.call('POST /consoles/send_otp', { body: { email: 'mfaa@m.example', login_attempt } });
  const otp = await platform.passcode('mfaA');
  const answers = await Promise.all(Array.from({ length: 10 }, () => platform.login('mfaA', { otp, login_attempt })));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(await platform.db.selectFrom('session').selectAll().execute()).toHaveLength(1);
});

test('CASES-42 of 10 parallel requests for a passcode one is mailed', async () => {
  await platform.reset();
  const login_attempt = await begin();
  const body = { email: 'mfaa@m.example', login_attempt };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => platform.call('POST /consoles/send_otp', { body })),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(429)]);
  expect(await platform.mails('mfaA')).toHaveLength(1);
});

const browsers = async (count: number) => {
  const made = [];
  for (let n = 1; n <= count; n += 1) {
    platform.moveClock(30 * secondMs);
    const login_attempt = await begin();
    await platform.call('POST /consoles/send_otp', { body: { email: 'mfaa@m.example', login_attempt } });
    made.push({ login_attempt, code: await platform.passcode('mfaA') });
  }
  return made;
};
const wrongCount = async () => {
  const rows = await platform.db
    .selectFrom('attempt_count')
    .select('failures')
    .where('key', 'like', 'otp:wrong:%')
    .execute();
  return rows.map(({ failures }) => failures);
};
const coolDownMails = async () =>
  (await platform.mails('mfaA')).filter((text) => text.includes('many wrong passcodes'));

test('SECURITY-3.1 of 25 parallel wrong passcodes in five browsers 20 count, one mail is sent, and no passcode remains valid', async () => {
  await platform.reset();
  const opened = await browsers(5);
  const answers = await Promise.all(
    opened.flatMap(({ login_attempt }) =>
      Array.from({ length: 5 }, () => platform.login('mfaA', { otp: '----', login_attempt })),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(25).fill(422));
  expect(await wrongCount()).toEqual([20]);
  expect(await coolDownMails()).toHaveLength(1);
  const rows = await platform.db.selectFrom('login_attempt').select('code_hash').execute();
  expect(rows.map(({ code_hash }) => code_hash)).toEqual(Array(5).fill(null));
});

test('SECURITY-3.1 a right passcode that was checked before the lockout is refused after it', async () => {
  await platform.reset();
  const opened = await browsers(5);
  const [last, ...others] = opened;
  for (const { login_attempt } of others)
    for (let n = 1; n <= 5; n += 1)
      if (login_attempt !== others[0]?.login_attempt || n > 1)
        await platform.login('mfaA', { otp: '----', login_attempt });
  expect(await wrongCount()).toEqual([19]);
  const answers: ReturnType<typeof platform.login>[] = [];
  // Both passcodes are checked first, and then wait for the user's lock in this order.
  await platform.db.transaction().execute(async (trx) => {
    await lockUser(trx, platform.users.mfaA.id);
    answers.push(platform.login('mfaA', { otp: '----', login_attempt: others[0]?.login_attempt }));
    await untilLockWaits(platform.db, 1);
    answers.push(platform.login('mfaA', { otp: last?.code, login_attempt: last?.login_attempt }));
    await untilLockWaits(platform.db, 2);
  });
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([422, 422]);
  expect(await platform.db.selectFrom('session').selectAll().execute()).toEqual([]);
  const unused = await platform.db.selectFrom('otp_send').select('id').where('used_at', 'is', null).execute();
  expect(unused).toHaveLength(5);
});

test('PROTOCOLS-1.9 of 10 parallel calls with an old token one renews it', async () => {
  await platform.reset();
  const { apiKey, token } = await platform.signIn('orgA');
  const options = { key: apiKey, headers: { 'access-token': token } };
  const bring = () => platform.call(`GET /consoles/org_detail?org_id=${platform.orgs.A}`, options);
  // First and last use are written before the test, because writing them would serialise the calls.
  await bring();
  platform.moveClock(6 * minuteMs);
  await platform.call(`GET /consoles/org_detail?org_id=${platform.orgs.A}`, { key: apiKey });
  const answers = await Promise.all(Array.from({ length: 10 }, bring));
  expect(answers.filter(({ headers }) => headers['access-token'] !== undefined)).toHaveLength(1);
});
