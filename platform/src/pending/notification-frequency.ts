import { dayMs } from '../core/base/clock.ts';
import { localTime } from '../core/base/time-zone.ts';

export const notificationFrequencies = ['Daily', 'Weekly', 'Fortnightly', 'Monthly'] as const;

/** Local hour of pending items emails. */
export const pendingEmailHour = 7;

/** Last local hour, for a platform that did not run earlier. */
export const lastPendingEmailHour = 11;

/** Monday of ISO week 2 of 2024, from which fortnights count, so that a year of 53 weeks does not shift them. */
const firstFortnight = Date.parse('2024-01-08');

/** Whether emails are due on a day, `YYYY-MM-DD`; never for an unknown frequency. */
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

/** Last day after a change of frequency or time zone, so that this morning's emails do not follow later in the day. */
export function pendingEmailDayAfterChange(timeZone: string, now: Date, last: string | null): string | null {
  const { day, hour } = localTime(timeZone, now);
  return hour >= pendingEmailHour ? day : last;
}
