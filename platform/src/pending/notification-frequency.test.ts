import { expect, test } from 'vitest';
import { dayMs } from '../core/base/clock.ts';
import { isTimeZone, localTime } from '../core/base/time-zone.ts';
import { isPendingEmailDay, notificationFrequencies, pendingEmailDayAfterChange } from './notification-frequency.ts';

const daysFrom = (day: string, count: number) =>
  Array.from({ length: count }, (_, n) => new Date(Date.parse(day) + n * dayMs).toISOString().slice(0, 10));

test('PENDING-10 digests are due every day, on Mondays, every other Monday, or on the first of a month', () => {
  const days = daysFrom('2026-11-20', 31);
  const due = (frequency: string) => days.filter((day) => isPendingEmailDay(frequency, day));
  expect(due('Daily')).toEqual(days);
  expect(due('Weekly')).toEqual(['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14']);
  expect(due('Fortnightly')).toEqual(['2026-11-23', '2026-12-07']);
  expect(due('Monthly')).toEqual(['2026-12-01']);
  expect(due('Hourly')).toEqual([]);
  expect(notificationFrequencies.every((frequency) => due(frequency).length > 0)).toBe(true);
});

test('PENDING-11 fortnights stay 14 days apart over a year of 53 ISO weeks', () => {
  const due = daysFrom('2026-12-01', 60).filter((day) => isPendingEmailDay('Fortnightly', day));
  // The ISO weeks 50, 52, 1 and 3: week 53 of 2026 is between the second and the third.
  expect(due).toEqual(['2026-12-07', '2026-12-21', '2027-01-04', '2027-01-18']);
});

test('PENDING-12 the clocks of a time zone have one 07:00 a day when daylight-saving time begins and ends', () => {
  const sevens = (timeZone: string, from: string) => {
    const hours = Array.from({ length: 72 }, (_, n) => localTime(timeZone, new Date(Date.parse(from) + n * 3_600_000)));
    return hours.filter(({ hour }) => hour === 7).map(({ day }) => day);
  };
  expect(sevens('Europe/Berlin', '2026-03-28T00:00:00Z')).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
  expect(sevens('Europe/Berlin', '2026-10-24T00:00:00Z')).toEqual(['2026-10-24', '2026-10-25', '2026-10-26']);
  expect(sevens('America/New_York', '2026-11-01T00:00:00Z')).toEqual(['2026-11-01', '2026-11-02', '2026-11-03']);
});

test('PENDING-13 a time zone is a name of the IANA database, not an offset', () => {
  const known = ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata'];
  const unknown = ['', '+01:00', 'Europe/Atlantis', ' UTC', 'Europe/Berlin\n', '../etc/passwd', 'x'.repeat(65)];
  expect(known.filter(isTimeZone)).toEqual(known);
  expect(unknown.filter(isTimeZone)).toEqual([]);
});

test('PENDING-14 a change of the setting after 07:00 waits for the next digest', () => {
  const at = (time: string) => pendingEmailDayAfterChange('Europe/Berlin', new Date(`2026-11-23T${time}Z`), 'before');
  // 06:59 and 07:00 in Berlin.
  expect([at('05:59:59'), at('06:00:00')]).toEqual(['before', '2026-11-23']);
});
