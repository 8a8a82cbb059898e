import { expect, test } from 'vitest';
import { dayMs, minuteMs } from '../core/base/clock.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform({ settings: { signInMaxPerAddress: 1_000 } });

const right = (device_token?: string) => platform.login('orgA', { device_token });
const wrong = (device_token?: string) =>
  platform.login('orgA', { ent_usr: { email: 'orga@a.example', password: 'Wrong-passw0rd' }, device_token });
const newDevice = async (): Promise<string> => (await right()).json().device_token;
const blockStrangers = async () => {
  for (let count = 0; count < 10; count += 1) expect((await wrong()).statusCode).toBe(422);
  expect((await right()).statusCode).toBe(429);
};
const setPassword = async (password: string) => {
  await platform.call('POST /consoles/forgot_pwd', { body: { email: 'orga@a.example' } });
  const [mail = ''] = (await platform.mails('orgA')).slice(-1);
  const token = /reset_password_token=([\w-]+)/.exec(mail)?.[1];
  const body = { password, password_confirmation: password, reset_password_token: token, email: 'orga@a.example' };
  expect((await platform.call('POST /consoles/reset_pwd', { body })).statusCode).toBe(200);
  return (device_token?: string) =>
    platform.login('orgA', { ent_usr: { email: 'orga@a.example', password }, device_token });
};

test('CASES-37 strangers do not pause a device that has signed in before, however long they try', async () => {
  const device = await newDevice();
  await blockStrangers();
  for (let count = 0; count < 8; count += 1) {
    platform.moveClock(15 * minuteMs);
    await wrong();
    const back = await right(device);
    expect([back.statusCode, (await right()).statusCode]).toEqual([200, 429]);
  }
});

test('CASES-37 a known device has the same limit, and does not pause strangers or another device', async () => {
  const [device, other] = [await newDevice(), await newDevice()];
  for (let count = 0; count < 10; count += 1) expect((await wrong(device)).statusCode).toBe(422);
  expect((await wrong(device)).statusCode).toBe(429);
  expect((await right(device)).statusCode).toBe(429);
  expect([(await right(other)).statusCode, (await right()).statusCode]).toEqual([200, 200]);
});

test('CASES-37 a device stays the same one when it signs in again, and its new token is one of the same count', async () => {
  const first = await newDevice();
  const second: string = (await right(first)).json().device_token;
  expect(second.split('.')[0]).toBe(first.split('.')[0]);
  for (let count = 0; count < 10; count += 1) await wrong(count % 2 ? first : second);
  expect((await wrong(second)).statusCode).toBe(429);
});

test('CASES-37 a token that is forged, of another user or older than 30 days is a stranger’s', async () => {
  const device = await newDevice();
  const foreign: string = (await platform.login('orgB')).json().device_token;
  const [name, at, hash = ''] = device.split('.');
  await blockStrangers();
  const forged = [foreign, `${name}.${at}.${hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))}`, 'x', ''];
  for (const token of [...forged, `${name}.${Number(at) + 1}.${hash}`])
    expect((await right(token)).statusCode).toBe(429);
  platform.moveClock(30 * dayMs);
  await blockStrangers();
  expect((await right(device)).statusCode).toBe(429);
});

test('CASES-37 a new password clears every count of the account and ends its devices', async () => {
  const device = await newDevice();
  await blockStrangers();
  for (let count = 0; count < 10; count += 1) await wrong(device);
  const fresh = await setPassword('Brand-new-passw0rd');
  expect((await fresh(device)).statusCode).toBe(200);
  for (let count = 0; count < 10; count += 1) await wrong();
  expect([(await fresh(device)).statusCode, (await fresh()).statusCode]).toEqual([429, 429]);
});
