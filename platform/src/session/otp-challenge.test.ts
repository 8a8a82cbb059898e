import { expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs, secondMs } from '../core/base/clock.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const begin = async (): Promise<string> => (await platform.login('mfaA')).json().login_attempt;
const send = (login_attempt?: string, email = 'mfaa@m.example') =>
  platform.call('POST /consoles/send_otp', { body: { email, login_attempt } });
const enter = (otp: string, login_attempt: string) => platform.login('mfaA', { otp, login_attempt });

test('CASES-42 PROTOCOLS-2.11 three requests within 30 seconds send one mail, the others are 429 with the seconds left', async () => {
  const attempt = await begin();
  expect((await send(attempt)).statusCode).toBe(200);
  platform.moveClock(10 * secondMs);
  expect((await send(attempt)).json()).toMatchObject({ retry_after: 20 });
  const secondBrowser = await begin();
  const refused = await send(secondBrowser);
  expect([refused.statusCode, refused.json().retry_after]).toEqual([429, 20]);
  expect(await platform.mails('mfaA')).toHaveLength(1);
  expect((await enter(await platform.passcode('mfaA'), attempt)).statusCode).toBe(200);
});

const sendEvery = async (count: number, ms: number) => {
  for (let n = 1; n <= count; n += 1) {
    expect((await send(await begin())).statusCode).toBe(200);
    platform.moveClock(ms);
  }
};

test('CASES-42 the sixth unused passcode within an hour is refused until the first is an hour old', async () => {
  await sendEvery(5, minuteMs);
  const refused = await send(await begin());
  expect([refused.statusCode, refused.json().retry_after]).toEqual([429, 55 * 60]);
  platform.moveClock(55 * minuteMs);
  expect((await send(await begin())).statusCode).toBe(200);
});

test('CASES-42 the eleventh unused passcode within a day is refused', async () => {
  await sendEvery(10, hourMs);
  const refused = await send(await begin());
  expect([refused.statusCode, refused.json().retry_after]).toEqual([429, 14 * 3_600]);
  platform.moveClock(dayMs);
  expect((await send(await begin())).statusCode).toBe(200);
});

test.each([28 * minuteMs, 3 * dayMs])(
  'CLOCK-3 after the clock is set back by %i ms the next passcode is mailed, and limits hold again',
  async (ms) => {
    for (let n = 1; n <= 5; n += 1) {
      expect((await send(await begin())).statusCode).toBe(200);
      platform.moveClock(minuteMs);
    }
    expect((await send()).statusCode).toBe(200);
    platform.moveClock(-ms);
    expect((await send()).statusCode).toBe(200);
    expect((await send()).json()).toMatchObject({ retry_after: 30 });
    expect((await send(await begin())).statusCode).toBe(200);
    expect((await send(await begin())).json()).toMatchObject({ retry_after: 30 });
  },
);

test('CASES-42 PROTOCOLS-2.11 used passcodes do not count', async () => {
  for (let n = 1; n <= 12; n += 1) {
    const attempt = await begin();
    expect((await send(attempt)).statusCode).toBe(200);
    expect((await enter(await platform.passcode('mfaA'), attempt)).statusCode).toBe(200);
  }
});

test('PROTOCOLS-2.12 challenges without a login attempt have their own limits, for the email and for the address, known or not', async () => {
  for (const email of ['mfaa@m.example', 'unknown@m.example']) {
    expect((await send(undefined, email)).statusCode).toBe(200);
    expect((await send(undefined, email)).statusCode).toBe(429);
  }
  expect((await send(await begin())).statusCode).toBe(200);
  for (let n = 1; n <= 18; n += 1) expect((await send(undefined, `unknown${n}@m.example`)).statusCode).toBe(200);
  expect((await send(undefined, 'nobody19@m.example')).statusCode).toBe(429);
});

test.each([
  ['with', true],
  ['without', false],
])('CASES-42 SECURITY-3.1 a new password ends the wait for a passcode %s a login attempt', async (_name, bound) => {
  const password = 'An0ther-one';
  const next = async (body = {}) => send(bound ? (await platform.login('mfaA', body)).json().login_attempt : undefined);
  for (let n = 1; n <= 5; n += 1) {
    expect((await next()).statusCode).toBe(200);
    platform.moveClock(minuteMs);
  }
  expect((await next()).statusCode).toBe(429);
  const email = 'mfaa@m.example';
  const reset_password_token = await platform.issueToken('mfaA', 'reset');
  const body = { email, password, password_confirmation: password, reset_password_token };
  expect((await platform.call('POST /consoles/reset_pwd', { body })).statusCode).toBe(200);
  expect((await next({ ent_usr: { email, password } })).statusCode).toBe(200);
});
