import { countOf, threeLetters } from '../ui/values/format.ts';

/** A number with its noun and verb, such as `2 assessments are`. `subject` decides the form of the verb, if it is another number. */
export const countedAre = (count: number, one: string, subject = count): string =>
  `${countOf(count, one)} ${subject === 1 ? 'is' : 'are'}`;

export const sumOf = <T>(rows: readonly T[], value: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0);

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
