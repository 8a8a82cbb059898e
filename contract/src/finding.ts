/** A line of a check: what was looked at, and what to do where it is not in order. */
export interface Finding {
  level: 'ok' | 'warning' | 'problem';
  subject: string;
  text: string;
}

export const printFindings = (findings: readonly Finding[]): string =>
  findings.map(({ level, subject, text }) => `${level.padEnd(8)} ${subject.padEnd(12)} ${text}\n`).join('');

export const hasProblem = (findings: readonly Finding[]): boolean => findings.some(({ level }) => level === 'problem');
