import { type Finding, notSent } from './findings.ts';

const heads = ['call', 'response', 'understood as', 'rows', 'missing', 'does not work'];

const nameOf = ({ call, label }: Finding): string => [call.method, call.path, label].filter(Boolean).join(' ');

const rowOf = (finding: Finding): string[] => {
  const { answered, understood, rows, missing, isGood, without } = finding;
  return [nameOf(finding), answered, understood, rows, missing, isGood === false ? without : ''];
};

function notesOf(findings: readonly Finding[]): string[] {
  const names = new Map<string, string[]>();
  for (const finding of findings)
    for (const note of finding.notes) names.set(note, [...(names.get(note) ?? []), nameOf(finding)]);
  const lines = [...names].map(([note, calls]) => `${calls.join(', ')} ${note}`);
  return lines.length > 0 ? ['', ...lines] : [];
}

/** Findings as lines of text; `refusal` says why the credentials were rejected. */
export function tableOf(findings: readonly Finding[], refusal: string | null): string {
  const rows = [heads, ...findings.map(rowOf)];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const count = (isGood: boolean) => findings.filter((finding) => finding.isGood === isGood).length;
  const unsent = findings.filter(({ answered }) => answered === notSent).length;
  const broken = findings.filter(({ isVital, isGood }) => isVital && (refusal === null ? !isGood : isGood === false));
  const paths = broken.map(({ call }) => call.path).join(', ');
  return [
    ...lines,
    ...notesOf(findings),
    '',
    `${count(true)} calls understood, ${count(false)} not understood, ${unsent} not sent.`,
    ...(refusal === null ? [] : [`${refusal} Calls that need a key were not checked.`]),
    ...(paths ? [`The console cannot work with this product API: ${paths}.`] : []),
    ...(!paths && refusal === null ? ['The console can work with this product API.'] : []),
  ].join('\n');
}
