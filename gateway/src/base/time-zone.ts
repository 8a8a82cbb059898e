/** Whether a text is a time zone, such as `Europe/Berlin`, `UTC` or `+05:30`. */
export function isTimeZone(text: string): boolean {
  try {
    offsets(text);
    return true;
  } catch {
    return false;
  }
}

const offsets = (timeZone: string) => new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' });

interface ZonedTime {
  /** Date with the zone's parts in UTC. */
  shown: Date;
  /** ISO 8601: `Z` or `+05:30`. */
  offset: string;
}

export function clocksOf(timeZone: string): (moment: Date) => ZonedTime {
  if (timeZone === 'UTC') return (moment) => ({ shown: moment, offset: 'Z' });
  const format = offsets(timeZone);
  return (moment) => {
    const [, sign, hours = '00', minutes = '00', seconds = '0'] =
      /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(moment).replace('−', '-')) ?? [];
    const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
    const shown = new Date(moment.getTime() + (sign === '-' ? -ms : ms));
    return { shown, offset: `${sign ?? '+'}${hours}:${minutes}` };
  };
}
