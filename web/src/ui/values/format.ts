const counts = new Intl.NumberFormat('en-GB');
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const moments = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** A number with its thousands grouped. */
export const formatCount = (count: number): string => counts.format(count);

/** Like `formatCount`, with a dash for an unknown number. */
export const formatOptionalCount = (count: number | null | undefined): string =>
  count == null ? '–' : formatCount(count);

/** Shortens September, which browsers write with four letters, to three. */
export const threeLetters = (text: string): string => text.replace('Sept', 'Sep');

/** A day as in `20 Nov 2026`, in the browser's time zone. */
export const formatDay = (moment: Date): string => threeLetters(days.format(moment));

/** The day with the time. */
export const formatMoment = (moment: Date): string => threeLetters(moments.format(moment));

/** A span of days: `90 days`, and whole years as `3 years`. */
export const spanOf = (length: number): string =>
  length % 365 === 0 ? countOf(length / 365, 'year') : countOf(length, 'day');

/** A number with its noun: `1 user`, `2,000 users`. */
export const countOf = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${formatCount(count)} ${count === 1 ? noun : nouns}`;
