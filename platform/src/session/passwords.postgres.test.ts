import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform.close());

test('SECURITY-T11 of 40 wrong passwords at once 10 are looked at', async () => {
  const before = platform.hashChecks();
  const ent_usr = { email: 'orga@a.example', password: 'wrong' };
  const answers = await Promise.all(Array.from({ length: 40 }, () => platform.login('orgA', { ent_usr })));
  expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(10);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(30);
  expect(platform.hashChecks() - before).toBe(10);
});
