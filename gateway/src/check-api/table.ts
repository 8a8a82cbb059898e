import type { Finding } from './findings.ts';

const heads = ['call', 'answered', 'understood as', 'rows', 'missing', 'does not work'];

const rowOf = ({ call, answered, understood, rows, missing, isGood, without }: Finding): string[] => [
  `${call.method} ${call.path}`,
  answered,
  understood,
  rows,
  missing,
  isGood === false ? without : '',
];

/** The findings and whether the console works, as lines of text. */
export function tableOf(findings: readonly Finding[]): string {
  const rows = [heads, ...findings.map(rowOf)];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const count = (isGood: boolean | null) => findings.filter((finding) => finding.isGood === isGood).length;
  const vital = findings.filter(({ isVital, isGood }) => isVital && !isGood).map(({ call }) => call.path);
  return [
    ...lines,
    '',
    `${count(true)} calls understood, ${count(false)} not understood, ${count(null)} not sent.`,
    vital.length === 0
      ? 'The console can work with this product API.'
      : `The console cannot work with this product API: ${vital.join(', ')}.`,
  ].join('\n');
}
