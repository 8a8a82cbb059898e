/** Prints the figures of the code style as a table, and fails with the files that are beyond a target. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseSync } from 'oxc-parser';
import { longestFolderChain, packages, readSourceFiles, type SourceFile } from './source-files.ts';

const replacedWords: Record<string, string> = JSON.parse(
  readFileSync(new URL('replaced-words.json', import.meta.url), 'utf8'),
);

/** The fewest lines of production code so far. If the total falls, write the new total here. */
const lowestTotal = 125_780;
/** Comments in contract and server-base are read by other packages, so these may have more of them. */
const commentPercent: Record<string, number> = { contract: 8, 'server-base': 8 };
/** The areas of the platform build on each other, from erasures down to invitations. */
const folderChain: Record<string, number> = { platform: 12, gateway: 7, web: 6 };

interface Finding {
  metric: string;
  value: number;
  /** The highest value that is accepted. */
  target: number;
  places: readonly string[];
}

const files = readSourceFiles();
const production = files.filter(({ isTest }) => !isTest);

const countIn = (all: readonly SourceFile[], count: (file: SourceFile) => number) =>
  all
    .map((file) => ({ path: file.path, count: count(file) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
type Counts = ReturnType<typeof countIn>;
const totalOf = (counts: Counts) => counts.reduce((total, { count }) => total + count, 0);
const finding = (metric: string, target: number, counts: Counts, value = totalOf(counts)): Finding => ({
  metric,
  target,
  value,
  places: counts.map(({ path, count }) => `${path} (${count})`),
});

const isComment = (line: string) => /^\s*(\/\/|\/\*|\*|\{\/\*|#)/.test(line);
const matches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const words = new RegExp(`\\b(${Object.keys(replacedWords).join('|')})\\b`, 'gi');

const replaced = ({ text }: SourceFile) => matches(text, words);

const isStatement = (node: object) =>
  'type' in node && /(?<!^Block)(Statement|Declaration)$/.test(String(node.type)) ? 1 : 0;
/** Counts statements, because two on one line save nothing. */
const statementsIn = (node: unknown): number =>
  typeof node === 'object' && node !== null
    ? Object.values(node).reduce((sum: number, part) => sum + statementsIn(part), isStatement(node))
    : 0;

/** `@unmask` needs a comment on its line or on the line above. */
const unexplainedUnmask = ({ lines }: SourceFile) =>
  lines.filter(
    (line, index) => /\.\.\.\w+ @unmask/.test(line) && !line.includes('#') && !isComment(lines[index - 1] ?? ''),
  ).length;

/** A fragment is `{Component}_{prop}`, in the file of that component. */
const misnamedFragments = ({ path, text }: SourceFile) =>
  [...text.matchAll(/^\s*(?:graphql\(`)?\s*fragment (\w+) on /gm)].filter(
    ([, name = '']) => !name.startsWith(`${basename(path).replace(/\.tsx?$/, '')}_`),
  ).length;

/** The console must read `viewerCan…` instead of role names. */
const rolesByName = ({ path, text }: SourceFile) =>
  path.startsWith('web/') ? matches(text, /\brole\??\.(key|name)\s*[!=]==/g) : 0;

function measure(name: string): Finding[] {
  const own = production.filter((file) => file.package === name);
  const statements = countIn(own, ({ path, text }) => statementsIn(parseSync(path, text).program));
  const [biggest, percentile95] = [statements[0], statements[Math.round(0.05 * (statements.length - 1))]];
  const depths = countIn(own, ({ path }) => path.split('/').length - 3);
  const chain = longestFolderChain(own.filter(({ path }) => path.includes('/src/')));
  const comments = countIn(own, ({ commentLines }) => commentLines);
  const commentShare = totalOf(comments) / totalOf(countIn(own, (file) => file.codeLines + file.commentLines));
  return [
    finding('95 % statements', 150, statements, percentile95?.count),
    finding('biggest file', 250, statements, biggest?.count),
    finding('depth', 3, depths, depths[0]?.count ?? 0),
    { metric: 'chain of folders', target: folderChain[name] ?? 7, value: chain.length, places: [chain.join(' → ')] },
    finding('comment %', commentPercent[name] ?? 6, comments, Math.round(1000 * commentShare) / 10),
  ];
}

const byPackage = packages.filter((name) => name !== 'e2e').map((name) => ({ name, findings: measure(name) }));
const overall = [
  finding('words that the style replaces', 45, countIn(files, replaced)),
  finding('@unmask without a reason', 0, countIn(production, unexplainedUnmask)),
  finding('fragments not named {Component}_{prop}', 0, countIn(production, misnamedFragments)),
  finding('screens that test a role by name', 0, countIn(production, rolesByName)),
];

console.table(
  Object.fromEntries(
    byPackage.map(({ name, findings }) => [
      name,
      Object.fromEntries(findings.map(({ metric, value }) => [metric, value])),
    ]),
  ),
);
console.table(Object.fromEntries(overall.map(({ metric, value, target }) => [metric, { value, 'at most': target }])));
const lines = totalOf(countIn(production, (file) => file.lines.length));
console.log(`${lines} lines of production code, the lowest so far is ${lowestTotal}`);

const all = [...byPackage, { name: 'all packages', findings: overall }];
for (const { name, findings } of all)
  for (const { metric, value, target, places } of findings.filter(({ value, target }) => value > target)) {
    console.log(`✘ ${name}: ${metric} is ${value}, the target is at most ${target}`);
    for (const place of places.slice(0, 10)) console.log(`    ${place}`);
    if (metric.startsWith('words')) console.log('Write instead:', replacedWords);
    process.exitCode = 1;
  }
