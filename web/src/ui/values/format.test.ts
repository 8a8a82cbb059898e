import { expect, test } from 'vitest';
import { formatCount, formatDay, formatMoment, spanOf } from './format.ts';

test('OPEN-61 a day has its month in three letters, the whole year round, and the time only where it is asked for', () => {
  const days = Array.from({ length: 12 }, (_, month) => formatDay(new Date(2026, month, 20, 12)));
  expect(days.map((day) => day.length)).toEqual(Array.from({ length: 12 }, () => '20 Nov 2026'.length));
  expect(days[10]).toBe('20 Nov 2026');
  expect(formatMoment(new Date(2026, 8, 20, 9, 5))).toMatch(/^20 Sep 2026.* 09:05 /);
});

test('numbers are grouped', () => {
  expect(formatCount(50_000)).toBe('50,000');
});

test.each([
  [1, '1 day'],
  [90, '90 days'],
  [365, '1 year'],
  [1_095, '3 years'],
  [1_096, '1,096 days'],
])('LOOK-13 a span of %d days is %s', (length, text) => {
  expect(spanOf(length)).toBe(text);
});
