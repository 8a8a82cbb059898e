import { afterAll, beforeAll, expect, test } from 'vitest';
import { secondMs } from '../core/base/clock.ts';
import { appCode, beginAppSetup, setUpTestApp } from '../testing/authenticator-app.ts';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform({ settings: { signInMaxPerAccount: 1_000, signInMaxPerAddress: 1_000 } });
});
afterAll(() => platform.close());

const begin = async (): Promise<string> => (await platform.login('orgA')).json().login_attempt;
const statusesOf = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).sort();

test('FACTOR-6 of 10 parallel sign-ins with one code of the app, in attempts of their own, one succeeds', async () => {
  const app = await setUpTestApp(platform, 'orgA');
  platform.moveClock(30 * secondMs);
  const attempts = await Promise.all(Array.from({ length: 10 }, begin));
  const otp = appCode(app.secret, platform.now());
  const answers = await Promise.all(attempts.map((login_attempt) => platform.login('orgA', { otp, login_attempt })));
  expect(statusesOf(answers)).toEqual([200, ...Array(9).fill(422)]);
});

test('FACTOR-7 of 10 parallel sign-ins with one recovery code one succeeds', async () => {
  await platform.reset();
  const { recoveryCodes } = await setUpTestApp(platform, 'orgA');
  const attempts = await Promise.all(Array.from({ length: 10 }, begin));
  const [otp] = recoveryCodes;
  const answers = await Promise.all(attempts.map((login_attempt) => platform.login('orgA', { otp, login_attempt })));
  expect(statusesOf(answers)).toEqual([200, ...Array(9).fill(422)]);
  expect(await platform.db.selectFrom('recovery_code').selectAll().execute()).toHaveLength(9);
});

test('FACTOR-8 of 50 parallel guesses 5 are counted and the others refused', async () => {
  await platform.reset();
  await setUpTestApp(platform, 'orgA');
  const login_attempt = await begin();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => platform.login('orgA', { otp: '000000', login_attempt })),
  );
  expect(answers.map((answer) => answer.json().tries_left).sort()).toEqual([...Array(46).fill(0), 1, 2, 3, 4]);
});

test('FACTOR-3 of two set-ups that are confirmed at once one counts', async () => {
  await platform.reset();
  const keys = [(await platform.signIn('orgA')).apiKey, (await platform.signIn('orgA')).apiKey];
  const setups = await Promise.all(keys.map(async (key) => ({ key, ...(await beginAppSetup(platform, key)) })));
  const answers = await Promise.all(
    setups.map(({ key, setup_id, secret }) =>
      platform.call('POST /consoles/ext/confirm_app', {
        key,
        body: { setup_id, code: appCode(secret, platform.now()) },
      }),
    ),
  );
  expect(statusesOf(answers)).toEqual([200, 409]);
  expect(await platform.db.selectFrom('recovery_code').selectAll().execute()).toHaveLength(10);
});
