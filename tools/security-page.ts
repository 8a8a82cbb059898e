/** `npm run security-page`: renews docs/security-tests.md; with `check` it prints what is missing or out of date. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.ts';
import { testTitles } from './test-titles.ts';

/** A row of the fault matrix. Its place, from 1, is its number in test titles (`RELIABILITY-F16`). */
interface Fault {
  what: string;
  expected: string;
  /** Why no test of one gateway and one platform shows it; without it a test title must name the fault. */
  notShown?: string;
  /** What is different from the row here. */
  note?: string;
}

const faults: Fault[] = JSON.parse(readFileSync(new URL('faults.json', import.meta.url), 'utf8'));
const page = join(root, 'docs/security-tests.md');
const text = readFileSync(page, 'utf8');
const marks = { begin: '<!-- cases and faults -->\n', end: '<!-- /cases and faults -->' };
const cases = [...readFileSync(join(root, 'docs/cases.md'), 'utf8').matchAll(/^(\d+)\. /gm)].map(
  ([, number]) => `CASES-${number}`,
);
const titles = testTitles();
const faultId = (index: number) => `RELIABILITY-F${index + 1}`;

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;

/** The files whose tests show a case or a fault. */
function proofs(id: string): string {
  const files = titles.filter(({ ids }) => ids.includes(id)).map(({ file }) => file);
  return [...new Set(files)].map((file) => `[${file}](../${file})`).join('<br>');
}

/** The ids that docs/asvs.md names as proofs. */
const asvsIds = () => [
  ...new Set(readFileSync(join(root, 'docs/asvs.md'), 'utf8').match(/\b[A-Z]{2,}-T?[\d.]*\d\b/g) ?? []),
];

/** The files that docs/security.md names. */
const namedPlaces = () =>
  [
    ...readFileSync(join(root, 'docs/security.md'), 'utf8').matchAll(
      /`((?:contract|platform|gateway|web)\/[\w./-]+)`/g,
    ),
  ].map(([, path = '']) => path);

function problems(): string[] {
  const knownIds = new Set([...cases, ...faults.map((_, index) => faultId(index))]);
  const ids = new Set(titles.flatMap((title) => title.ids));
  return [
    ...namedPlaces()
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${path} does not exist`),
    ...[...ids]
      .filter((id) => /^(CASES-|RELIABILITY-F)/.test(id) && !knownIds.has(id))
      .map((id) => `${id} does not exist`),
    ...asvsIds()
      .filter((id) => !ids.has(id))
      .map((id) => `${id} of docs/asvs.md is named by no test`),
    ...faults.flatMap(({ notShown }, index) => {
      const isNamed = ids.has(faultId(index));
      if (isNamed && notShown) return [`${faultId(index)} is named by a test and listed as not shown`];
      return isNamed || notShown ? [] : [`${faultId(index)} is named by no test and has no reason`];
    }),
  ];
}

function tables(): string {
  const faultRow = ({ what, expected, notShown, note }: Fault, index: number) =>
    row(
      faultId(index),
      [`${what}: ${expected}.`, note ?? ''].join(' ').trim(),
      notShown ? `Not shown: ${notShown}` : proofs(faultId(index)),
    );
  return [
    '',
    row('case', 'tests'),
    '|---|---|',
    ...cases.map((id) => row(`[${id}](cases.md)`, proofs(id))),
    '',
    row('fault', 'what is expected', 'tests'),
    '|---|---|---|',
    ...faults.map(faultRow),
    '',
    '',
  ].join('\n');
}

const [from, to] = [text.indexOf(marks.begin) + marks.begin.length, text.indexOf(marks.end)];
const renewed = text.slice(0, from) + tables() + text.slice(to);
const foundProblems = problems();
if (process.argv.includes('check')) {
  if (renewed !== text) foundProblems.push('docs/security-tests.md is out of date: run npm run security-page');
} else writeFileSync(page, renewed);
for (const problem of foundProblems) console.log(problem);
console.log(`${cases.length} cases and ${faults.length} faults, ${foundProblems.length} problems`);
if (foundProblems.length > 0) process.exitCode = 1;
