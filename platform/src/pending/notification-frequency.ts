import { dayMs } from '../core/base/clock.ts';
import { localTime } from './time-zone.ts';

/** How often an organisation may be notified, as stored and shown. */
export const notificationFrequencies = ['Daily', 'Weekly', 'Fortnightly', 'Monthly'] as const;

/** When digests are sent, by the clocks of the organisation. */
export const pendingEmailHour = 7;

/** A platform that did not run at that time sends them later, but not in the afternoon. */
export const lastPendingEmailHour = 11;

/** The Monday of the ISO week 2 of 2024: fortnights count from it, so that they do not shift after a year of 53 weeks. */
const firstFortnight = Date.parse('2024-01-08');

/** Whether digests are due on a day, `YYYY-MM-DD`; of a frequency that is not known, never. */
export function isPendingEmailDay(frequency: string, day: string): boolean {
  const days = (Date.parse(day) - firstFortnight) / dayMs;
  const due: Record<string, boolean> = {
    Daily: true,
    Weekly: days % 7 === 0,
    Fortnightly: days % 14 === 0,
    Monthly: day.endsWith('-01'),
  } satisfies Record<(typeof notificationFrequencies)[number], boolean>;
  return due[frequency] === true;
}

/** The day that a change of frequency or time zone leaves as the last one: this morning's digests do not follow later in the day. */
export function pendingEmailDayAfterChange(timeZone: string, now: Date, last: string | null): string | null {
  const { day, hour } = localTime(timeZone, now);
  return hour >= pendingEmailHour ? day : last;
}
