import { expect, test } from 'vitest';
import { fixturePassword } from '../../testing/fixtures.ts';
import { useTestPlatform } from '../../testing/platform.ts';
import { addIntegrationKey } from '../../testing/users.ts';
import { minuteMs } from '../base/clock.ts';

const platform = useTestPlatform({ signsInAnew: true });

test('HARDEN-1 the 301st write of a user in ten minutes is refused with the time, in each session, but not signing out', async () => {
  const sessions = [await platform.signIn('audA'), await platform.signIn('audA')].map(({ apiKey }) => apiKey);
  const write = async (key: string | undefined, n: number) =>
    platform.call('POST /consoles/ext/set_pending_emails', { key, body: { isOn: n % 2 === 0 } });
  const statuses: number[] = [];
  for (let n = 0; n < 300; n += 1) statuses.push((await write(sessions[n % 2], n)).statusCode);
  expect(new Set(statuses)).toEqual(new Set([200]));
  platform.moveClock(9 * minuteMs);
  const refused = await write(sessions[0], 0);
  expect([refused.statusCode, refused.json().retry_after]).toEqual([429, 60]);
  expect((await write((await platform.signIn('assA')).apiKey, 0)).statusCode).toBe(200);
  const byKey = {
    key: await addIntegrationKey(platform.db, platform.users.audA.id),
    body: { ent_usr: { id: platform.users.audA.id, firstname: 'Key' } },
  };
  expect((await platform.call('POST /consoles/update_org_user', byKey)).statusCode).toBe(200);
  expect((await platform.call('POST /consoles/logout_api_user', { key: sessions[1] })).statusCode).toBe(200);
  const proof = { key: sessions[0], body: { current_password: fixturePassword } };
  expect((await platform.call('POST /consoles/valid_password', proof)).statusCode).toBe(200);
  platform.moveClock(minuteMs);
  expect((await write(sessions[0], 0)).statusCode).toBe(200);
});
