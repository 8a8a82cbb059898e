import { expect, test } from 'vitest';
import { dayIn, daysUntil, localDay } from './secret-expiry.ts';

test.each([
  ['UTC', '2026-12-01T01:00:00Z', '2026-12-01'],
  ['Pacific/Pago_Pago', '2026-12-01T10:59:00Z', '2026-11-30'],
  ['Pacific/Kiritimati', '2026-11-30T10:00:00Z', '2026-12-01'],
  ['America/Los_Angeles', '2026-12-02T01:30:00Z', '2026-12-01'],
  // The days on which clocks change, of 23 and 25 hours.
  ['America/Los_Angeles', '2026-03-08T07:59:00Z', '2026-03-07'],
  ['America/Los_Angeles', '2026-03-09T06:59:00Z', '2026-03-08'],
  ['America/Los_Angeles', '2026-11-01T07:00:00Z', '2026-11-01'],
  ['America/Los_Angeles', '2026-11-02T07:59:00Z', '2026-11-01'],
  ['Mars/Olympus', '2026-12-01T01:00:00Z', '2026-12-01'],
])('REVIEW-13 REALUSE-18 in %s it is at %s the day %s, and the next day is one day away', (zone, at, day) => {
  const now = new Date(at);
  expect([localDay(now, zone), daysUntil(dayIn(1, now, zone), now, zone)]).toEqual([day, 1]);
});
