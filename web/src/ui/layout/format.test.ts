import { expect, test } from 'vitest';
import { formatCount, formatDay, formatMoment } from './format.ts';

test('OPEN-61 a day has its month in three letters, the whole year round, and the time only where it is asked for', () => {
  const days = Array.from({ length: 12 }, (_, month) => formatDay(new Date(2026, month, 20, 12)));
  expect(days.map((day) => day.length)).toEqual(Array.from({ length: 12 }, () => '20 Nov 2026'.length));
  expect(days[10]).toBe('20 Nov 2026');
  expect(formatMoment(new Date(2026, 8, 20, 9, 5))).toMatch(/^20 Sep 2026.* 09:05 /);
});

test('numbers are grouped', () => {
  expect(formatCount(50_000)).toBe('50,000');
});
