import type { FieldProblem } from './errors.ts';

/** The shortest sessions that an organisation may set, in minutes. */
export const minSessionMinutes = 15;
/** The longest sessions that an operator may set, in hours. */
export const longestSessionHours = 720;

/** A number with its unit. */
export const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** A length in words: `1 hour 30 minutes`. */
export function sessionLengthText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [...(hours > 0 ? [counted(hours, 'hour')] : []), ...(rest > 0 ? [counted(rest, 'minute')] : [])];
  return parts.join(' ') || counted(0, 'minute');
}

/** Error text for a length outside the range. */
export const sessionLengthProblem = (maxMinutes: number): FieldProblem => ({
  code: 'FORMAT',
  message: `must be between ${sessionLengthText(minSessionMinutes)} and ${sessionLengthText(maxMinutes)}`,
});
