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

/** The day at a moment in a time zone, `YYYY-MM-DD`; in UTC if the machine does not know the zone. */
export function localDay(at: Date, timeZone: string): string {
  try {
    // The date format of Sweden is that of ISO 8601.
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);
  } catch {
    return at.toISOString().slice(0, 10);
  }
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The day after a number of days, in a time zone. */
export const dayIn = (days: number, now: Date, timeZone: string): string => dayAfter(localDay(now, timeZone), days);

/** The days until a day in a time zone: 0 on the day itself, negative after it. */
export const daysUntil = (day: string, now: Date, timeZone: string): number =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${localDay(now, timeZone)}T00:00:00Z`)) / dayMs);
