/** Prints the figures of the code style as a table, and fails with the files that are beyond a target. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseSync } from 'oxc-parser';
import { longestFolderChain, packages, readSourceFiles, type SourceFile } from './source-files.ts';

/** Words that are not used here, and what to write instead. */
const replacedWords: Record<string, string> = JSON.parse(
  readFileSync(new URL('replaced-words.json', import.meta.url), 'utf8'),
);

/** The fewest lines of production code so far. Write a lower total here. */
const lowestTotal = 128_939;
/** Contract describes every call and rule that integrators read, hence its share of comments. */
const commentPercent: Record<string, number> = { contract: 12 };
const folderChain: Record<string, number> = { platform: 7, gateway: 7, web: 6 };

interface Finding {
  metric: string;
  value: number;
  /** The highest value that is accepted. */
  target: number;
  places: readonly string[];
}

const files = readSourceFiles();
const production = files.filter(({ isTest }) => !isTest);

/** Files with how often something is in them, most first. */
const countIn = (all: readonly SourceFile[], count: (file: SourceFile) => number) =>
  all
    .map((file) => ({ path: file.path, count: count(file) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
type Counts = ReturnType<typeof countIn>;
const placesOf = (counts: Counts) => counts.map(({ path, count }) => `${path} (${count})`);
const totalOf = (counts: Counts) => counts.reduce((total, { count }) => total + count, 0);
/** The highest count, or the one that this share of the files has at most. */
const highest = (metric: string, target: number, counts: Counts, share = 1): Finding => ({
  metric,
  target,
  value: counts[Math.round((1 - share) * (counts.length - 1))]?.count ?? 0,
  places: placesOf(counts),
});
const total = (
  metric: string,
  target: number,
  all: readonly SourceFile[],
  count: (file: SourceFile) => number,
): Finding => {
  const counts = countIn(all, count);
  return { metric, target, value: totalOf(counts), places: placesOf(counts) };
};

const isComment = (line: string) => /^\s*(\/\/|\/\*|\*|\{\/\*|#)/.test(line);
const matches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const words = new RegExp(`\\b(${Object.keys(replacedWords).join('|')})\\b`, 'gi');

const isStatement = (node: object) =>
  'type' in node && /(?<!^Block)(Statement|Declaration)$/.test(String(node.type)) ? 1 : 0;
/** Nobody saves a statement by writing two things on one line. */
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

function measure(name: string): Finding[] {
  const own = production.filter((file) => file.package === name);
  const statements = countIn(own, ({ path, text }) => statementsIn(parseSync(path, text).program));
  const depths = countIn(own, ({ path }) => path.split('/').length - 3);
  const chain = longestFolderChain(own.filter(({ path }) => path.includes('/src/')));
  const comments = countIn(own, ({ commentLines }) => commentLines);
  const commentShare = totalOf(comments) / totalOf(countIn(own, (file) => file.codeLines + file.commentLines));
  return [
    { metric: 'files', value: own.length, target: Number.POSITIVE_INFINITY, places: [] },
    highest('95 % statements', 150, statements, 0.95),
    highest('biggest file', 250, statements),
    highest('depth', 3, depths),
    { metric: 'chain of folders', value: chain.length, target: folderChain[name] ?? 7, places: [chain.join(' → ')] },
    {
      metric: 'comment %',
      value: Math.round(1000 * commentShare) / 10,
      target: commentPercent[name] ?? 8,
      places: placesOf(comments),
    },
  ];
}

const byPackage = packages.filter((name) => name !== 'e2e').map((name) => ({ name, findings: measure(name) }));
const overall: Finding[] = [
  total('words that the style replaces', 45, files, ({ text }) => matches(text, words)),
  total('@unmask without a reason', 0, production, unexplainedUnmask),
  total('fragments not named {Component}_{prop}', 0, production, misnamedFragments),
  // The console reads `viewerCan…` instead.
  total('screens that test a role by name', 0, production, ({ path, text }) =>
    path.startsWith('web/') ? matches(text, /\brole\??\.(key|name)\s*[!=]==/g) : 0,
  ),
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
