import { expect, test } from 'vitest';
import { describeClock, describeProductApi } from './check-network.ts';

test.each([
  [{ status: 200 }, 'ok'],
  [{ status: 404 }, 'ok'],
  [{ status: 301 }, 'warning'],
  [{ status: 503 }, 'problem'],
  [{ failure: 'ENOTFOUND' }, 'problem'],
] as const)('DOCTOR-4 a product API that answers %j is %s', (answer, level) => {
  expect(describeProductApi(new URL('https://api.example'), false, answer).level).toBe(level);
});

test.each([
  [0, 'ok'],
  [-4, 'ok'],
  [10, 'warning'],
  [-26, 'problem'],
] as const)('DOCTOR-4 a clock that is %d s ahead is %s', (seconds, level) => {
  const now = new Date();
  const others = new Map([['the database', new Date(now.getTime() - seconds * 1000)]]);
  expect(describeClock(now, others).map((finding) => finding.level)).toEqual([level]);
});
