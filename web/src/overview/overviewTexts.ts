import { countOf, formatCount, formatOptionalCount, threeLetters } from '../ui/layout/format.ts';
import type { OverviewData } from './useOverview.ts';

const dayMs = 24 * 60 * 60_000;

/** A number with its noun and a verb, as in `2 assessments are`; `subject` is the number of those that the verb is about, where it is another. */
export const countedAre = (count: number, one: string, subject = count): string =>
  `${countOf(count, one)} ${subject === 1 ? 'is' : 'are'}`;

export const seatsText = (seats: OverviewData['seats']): string => {
  if (!seats) return formatOptionalCount(null);
  return seats.limit === null ? formatCount(seats.used) : `${formatCount(seats.used)} of ${formatCount(seats.limit)}`;
};

export const sumOf = <T>(rows: readonly T[], value: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0);

const daysSince = (since: string | null, countedAt: string): number =>
  since === null ? 0 : Math.floor((Date.parse(countedAt) - Date.parse(since)) / dayMs);

const ofOldest = (count: number, text: string): string => (count > 1 ? `oldest ${text}` : text);

/** When the oldest was sent, as in `oldest sent 3 days ago`. */
export function sentText(count: number, since: string | null, countedAt: string): string {
  const days = daysSince(since, countedAt);
  return ofOldest(count, days < 1 ? 'sent today' : `sent ${countOf(days, 'day')} ago`);
}

/** A number of pending ones with the age of the oldest, as in `2 (oldest 3 days)`. */
export function pendingText(count: number, since: string | null, countedAt: string): string {
  if (count === 0) return '0';
  const days = daysSince(since, countedAt);
  return `${formatCount(count)} (${ofOldest(count, days < 1 ? 'today' : countOf(days, 'day'))})`;
}

const parts = (text: string) => text.split('-').map(Number);
const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
const dayFormat = inUtc({ day: 'numeric', month: 'short' });
const monthFormat = inUtc({ month: 'short', year: 'numeric' });

/** A day of UTC that is given as YYYY-MM-DD. */
export const dayText = (text: string): string => {
  const [year = 0, month = 1, day = 1] = parts(text);
  return threeLetters(dayFormat.format(Date.UTC(year, month - 1, day)));
};

/** A month of UTC that is given as YYYY-MM. */
export const monthText = (text: string): string => {
  const [year = 0, month = 1] = parts(text);
  return threeLetters(monthFormat.format(Date.UTC(year, month - 1, 1)));
};
