import { keyRefillHeader, keySpentHeader } from '@console/contract/key-budget';
import { beforeEach, expect, test } from 'vitest';
import { minuteMs, secondMs } from '../core/base/clock.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';
import { recordQueries } from '../testing/sent-queries.ts';
import { addIntegrationKey } from '../testing/users.ts';

const queries = recordQueries();
const platform = useTestPlatform({ plugin: queries.plugin });
let key: string;
beforeEach(async () => {
  key = await addIntegrationKey(platform.db, platform.users.orgA.id);
});

const readCaller = (spent?: string, api_key = key, use = 'bearer') =>
  platform.call('POST /tasks/api_user_detail', {
    key: api_key,
    body: { task: { api_key } },
    headers: { 'x-key-use': use, ...(spent !== undefined && { [keySpentHeader]: spent }) },
  });
const refillAfter = async (spent?: string) => Number((await readCaller(spent)).headers[keyRefillHeader]);

test('SCALE-1 the budget of a key lacks what all gateways have reported, less what was regained since', async () => {
  expect(await refillAfter()).toBe(0);
  expect(await refillAfter('3600 3600')).toBe(3_600);
  expect(await refillAfter('5000 5000')).toBe(8_600);
  platform.moveClock(2 * secondMs);
  expect(await refillAfter()).toBe(6_600);
  platform.moveClock(minuteMs);
  expect(await refillAfter()).toBe(0);
});

test('SCALE-1 what was spent earlier and regained since counts only as far as other gateways have used it up', async () => {
  await refillAfter('1000 1000');
  platform.moveClock(minuteMs);
  expect(await refillAfter('52000 2000')).toBe(2_000);
  expect(await refillAfter('52000 2000')).toBe(54_000);
});

test('CLOCK-4 the budget of a key is full after the clock was set back', async () => {
  expect(await refillAfter('50000 50000')).toBe(50_000);
  platform.moveClock(-28 * minuteMs);
  expect(await refillAfter()).toBe(0);
  expect(await refillAfter('1000 1000')).toBe(1_000);
});

test('SCALE-1 of 20 reports at once none is lost', async () => {
  await Promise.all(Array.from({ length: 20 }, () => readCaller('100 100')));
  expect(await refillAfter()).toBe(2_000);
});

test('SCALE-3 a report is one statement, and a call without one reads nothing more', async () => {
  const statementsOf = async (spent?: string) => {
    await readCaller(spent);
    return queries.taken(platform.db).map(({ sql }) => sql);
  };
  await statementsOf();
  const without = await statementsOf();
  expect(without.filter((sql) => !sql.startsWith('select'))).toEqual([]);
  const reported = await statementsOf('100 100');
  expect(reported).toHaveLength(without.length + 1);
  expect(reported.filter((sql) => !sql.startsWith('select'))).toEqual([expect.stringMatching(/^update "api_key" set/)]);
});

test('SCALE-1 what is no report is ignored, and neither a session nor a platform without extensions has a budget', async () => {
  for (const wrong of ['', '1', '-5 5', '1e3 1', '1234567 1', '1 2 3', 'x y']) expect(await refillAfter(wrong)).toBe(0);
  const { apiKey } = await platform.signIn('orgA');
  expect((await readCaller('100 100', apiKey, 'session')).headers).not.toHaveProperty(keyRefillHeader);
  const specOnly = await startTestPlatform({ settings: { extensions: false } });
  try {
    const api_key = await addIntegrationKey(specOnly.db, specOnly.users.orgA.id);
    const answer = await specOnly.call('POST /tasks/api_user_detail', {
      key: api_key,
      body: { task: { api_key } },
      headers: { [keySpentHeader]: '100 100' },
    });
    expect([answer.statusCode, answer.headers[keyRefillHeader]]).toEqual([200, undefined]);
  } finally {
    await specOnly.close();
  }
});
