/** Days before the single sign-on client secret expires at which Organisers are emailed. Its page warns from the first of them on. */
export const secretReminderDays = [30, 7] as const;

const dayMs = 86_400_000;

/** Whether a text is a day of the calendar, such as `2027-01-31`, from the year 2000 on. */
export function isCalendarDay(text: string): boolean {
  if (!/^2\d{3}-\d\d-\d\d$/.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  // Date.parse accepts the 31st of June as the 1st of July.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

/** The day after a number of days, in UTC. */
export const dayIn = (days: number, now: Date): string =>
  new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);

/** The days until a day, in UTC: 0 on the day itself, negative after it. */
export const daysUntil = (day: string, now: Date): number =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`)) / dayMs);
