import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform.close());

test('SECURITY-T11 of 40 parallel wrong passwords 10 are checked', async () => {
  const before = platform.hashChecks();
  const ent_usr = { email: 'orga@a.example', password: 'wrong' };
  const answers = await Promise.all(Array.from({ length: 40 }, () => platform.login('orgA', { ent_usr })));
  expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(10);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(30);
  expect(platform.hashChecks() - before).toBe(10);
});

test('SECURITY-4.4 too many parallel sign-ins from an address are 429, and another address signs in meanwhile', async () => {
  const max = 1_000;
  const open = await startTestPlatform({ settings: { signInMaxPerAccount: max, signInMaxPerAddress: max } });
  const ent_usr = { email: 'unknown@a.example', password: 'wrong' };
  const flood = Array.from({ length: 120 }, () =>
    open.login('orgA', { ent_usr }, { 'x-client-address': '203.0.113.1' }),
  );
  const other = open.login('orgA', {}, { 'x-client-address': '203.0.113.2' });
  const refused = (await Promise.all(flood)).filter(({ statusCode }) => statusCode !== 422);
  expect([(await other).statusCode, refused.length > 0]).toEqual([200, true]);
  for (const answer of refused)
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().retry_after]).toEqual([429, '1', 1]);
  await open.close();
});
