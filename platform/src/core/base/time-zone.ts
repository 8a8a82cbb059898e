/** IANA names such as `Europe/Berlin` and `UTC`; an offset has no daylight-saving changes. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/;

const longestName = 64;

export function isTimeZone(name: string): boolean {
  if (name.length > longestName || !zoneName.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en-GB', { timeZone: name }));
  } catch {
    return false;
  }
}

export interface LocalTime {
  /** `YYYY-MM-DD`. */
  day: string;
  hour: number;
}

export function localTime(timeZone: string, at: Date): LocalTime {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return { day: `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}`, hour: Number(of('hour')) };
}
