import { countOf, formatCount, formatOptionalCount, threeLetters } from '../ui/layout/format.ts';
import type { OverviewData } from './useOverview.ts';

const dayMs = 24 * 60 * 60_000;

/** A number with its noun and a verb, as in `2 assessments are`. */
export const countedAre = (count: number, one: string): string =>
  `${countOf(count, one)} ${count === 1 ? 'is' : 'are'}`;

export const seatsText = (seats: OverviewData['seats']): string => {
  if (!seats) return formatOptionalCount(null);
  return seats.limit === null ? formatCount(seats.used) : `${formatCount(seats.used)} of ${formatCount(seats.limit)}`;
};

export const sumOf = <T>(rows: readonly T[], value: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0);

/** For how long something waits, as in `for 3 days`. */
export function waitingText(since: string | null, countedAt: string): string {
  const days = since === null ? 0 : Math.floor((Date.parse(countedAt) - Date.parse(since)) / dayMs);
  return days < 1 ? 'since today' : `for ${countOf(days, 'day')}`;
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
