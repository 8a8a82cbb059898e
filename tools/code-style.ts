/** Prints the figures of the code style as a table, and fails with the files that are beyond a target. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { longestFolderChain, packages, readSourceFiles, type SourceFile } from './source-files.ts';

/** Words that are not used here, and what to write instead. */
const replacedWords: Record<string, string> = JSON.parse(
  readFileSync(new URL('replaced-words.json', import.meta.url), 'utf8'),
);

/** Contract describes every call and rule that integrators read, hence its share of comments. */
const targets = {
  medianLines: 90,
  percentile95Lines: 250,
  biggestFileLines: 350,
  folderDepth: 3,
  commentPercent: { contract: 12, platform: 8, gateway: 8, web: 8, tools: 8, bench: 8 } as Record<string, number>,
  testShare: { platform: 0.8, gateway: 0.8, web: 0.4 } as Record<string, number>,
  replacedWords: 85,
  unexplainedUnmask: 0,
  misnamedFragments: 0,
  rolesByName: 0,
  folderChain: { platform: 7, gateway: 7, web: 6 } as Record<string, number>,
};

interface Finding {
  metric: string;
  /** At most `target`, or at least with `isMinimum`. */
  value: number;
  target?: number | undefined;
  isMinimum?: boolean;
  places: readonly string[];
}

const files = readSourceFiles();
const production = files.filter(({ isTest }) => !isTest);

const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.round(share * (values.length - 1))] ?? 0;
const sum = (all: readonly SourceFile[], key: 'codeLines' | 'commentLines') =>
  all.reduce((total, file) => total + file[key], 0);

/** Files with how often a pattern is in them, most first. */
function occurrences(all: readonly SourceFile[], count: (file: SourceFile) => number): [string, number][] {
  return all
    .map((file): [string, number] => [file.path, count(file)])
    .filter(([, number]) => number > 0)
    .sort(([, a], [, b]) => b - a);
}
const placesOf = (counts: readonly [string, number][]) => counts.map(([path, count]) => `${path} (${count})`);
const totalOf = (counts: readonly [string, number][]) => counts.reduce((total, [, count]) => total + count, 0);
const counted = (metric: string, target: number, counts: readonly [string, number][]): Finding => ({
  metric,
  target,
  value: totalOf(counts),
  places: placesOf(counts),
});

const isComment = (line: string) => /^\s*(\/\/|\/\*|\*|\{\/\*|#)/.test(line);
const withoutComments = ({ lines }: SourceFile) => lines.filter((line) => !isComment(line)).join('\n');

const anyPattern = /:\s*any\s*[;,)=|&\]}]|<any\s*[,>]|\bas any\b|\bany\[\]/g;
const bareSuppression = /biome-ignore [\w/]+\s*(:\s*)?(\*\/|$)|@ts-(ignore|expect-error)\s*(\*\/|$)/gm;
const words = new RegExp(`\\b(${Object.keys(replacedWords).join('|')})\\b`, 'gi');
const barrel = /^export (\*|\{[^}]*\}) from/gm;

const matches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const isConfig = ({ path }: SourceFile) => path.endsWith('.config.ts');

/** `@unmask` needs a comment on its line or on the line above. */
const unexplainedUnmask = ({ lines }: SourceFile) =>
  lines.filter(
    (line, index) =>
      /\.\.\.\w+ @unmask/.test(line) && !line.includes('#') && !(index > 0 && isComment(lines[index - 1] ?? '')),
  ).length;

/** A fragment is `{Component}_{prop}`, in the file of that component. */
const misnamedFragments = ({ path, text }: SourceFile) =>
  [...text.matchAll(/^\s*(?:graphql\(`)?\s*fragment (\w+) on /gm)].filter(
    ([, name = '']) => !name.startsWith(`${basename(path).replace(/\.tsx?$/, '')}_`),
  ).length;

/** The console reads `viewerCan…` instead. */
const rolesByName = ({ path, text }: SourceFile) =>
  path.startsWith('web/') ? matches(text, /\brole\??\.(key|name)\s*[!=]==/g) : 0;

function measure(name: string): Finding[] {
  const ownFiles = production.filter((file) => file.package === name);
  const [code, comments] = [sum(ownFiles, 'codeLines'), sum(ownFiles, 'commentLines')];
  const lines = ownFiles.map((file) => file.lines.length);
  const byLines = placesOf(occurrences(ownFiles, (file) => file.lines.length));
  const depths = occurrences(ownFiles, ({ path }) => path.split('/').length - 3);
  const tests = sum(
    files.filter((file) => file.isTest && file.package === name),
    'codeLines',
  );
  const chain = longestFolderChain(ownFiles.filter(({ path }) => path.includes('/src/')));
  const commentShare = Math.round((1000 * comments) / (code + comments)) / 10;
  return [
    { metric: 'files', value: ownFiles.length, places: [] },
    { metric: 'median lines', value: percentile(lines, 0.5), target: targets.medianLines, places: byLines },
    { metric: '95 % lines', value: percentile(lines, 0.95), target: targets.percentile95Lines, places: byLines },
    { metric: 'biggest file', value: Math.max(...lines), target: targets.biggestFileLines, places: byLines },
    { metric: 'depth', value: depths[0]?.[1] ?? 0, target: targets.folderDepth, places: placesOf(depths) },
    { metric: 'chain of folders', value: chain.length, target: targets.folderChain[name], places: [chain.join(' → ')] },
    {
      metric: 'comment %',
      value: commentShare,
      target: targets.commentPercent[name],
      places: placesOf(occurrences(ownFiles, (file) => file.commentLines)),
    },
    {
      metric: 'test/code',
      value: Math.round((100 * tests) / code) / 100,
      target: targets.testShare[name],
      isMinimum: true,
      places: [],
    },
  ];
}

const byPackage = packages.filter((name) => name !== 'e2e').map((name) => ({ name, findings: measure(name) }));
const overall: Finding[] = [
  counted(
    'words that the style replaces',
    targets.replacedWords,
    occurrences(files, ({ text }) => matches(text, words)),
  ),
  counted('@unmask without a reason', targets.unexplainedUnmask, occurrences(production, unexplainedUnmask)),
  counted(
    'fragments not named {Component}_{prop}',
    targets.misnamedFragments,
    occurrences(production, misnamedFragments),
  ),
  counted(
    'any',
    0,
    occurrences(production, (file) => matches(withoutComments(file), anyPattern)),
  ),
  counted(
    'suppressed checks without a reason',
    0,
    occurrences(files, ({ text }) => matches(text, bareSuppression)),
  ),
  counted(
    'default exports',
    0,
    occurrences(files, (file) => (isConfig(file) ? 0 : matches(file.text, /^export default/gm))),
  ),
  counted(
    'barrels',
    0,
    occurrences(files, ({ text }) => matches(text, barrel)),
  ),
  counted('screens that test a role by name', targets.rolesByName, occurrences(production, rolesByName)),
];

const isMissed = ({ value, target, isMinimum }: Finding) =>
  target !== undefined && (isMinimum ? value < target : value > target);

console.table(
  Object.fromEntries(
    byPackage.map(({ name, findings }) => [
      name,
      Object.fromEntries(findings.map(({ metric, value }) => [metric, value])),
    ]),
  ),
);
console.table(Object.fromEntries(overall.map(({ metric, value, target }) => [metric, { value, 'at most': target }])));

const missed = [
  ...byPackage.flatMap(({ name, findings }) => findings.filter(isMissed).map((finding) => ({ name, finding }))),
  ...overall.filter(isMissed).map((finding) => ({ name: 'all packages', finding })),
];
for (const { name, finding } of missed) {
  const { metric, value, target, isMinimum, places } = finding;
  console.log(`✘ ${name}: ${metric} is ${value}, the target is ${isMinimum ? 'at least' : 'at most'} ${target}`);
  for (const place of places.slice(0, 10)) console.log(`    ${place}`);
}
if (missed.some(({ finding }) => finding.metric.startsWith('words')))
  console.log(
    `Write instead: ${Object.entries(replacedWords)
      .map(([word, better]) => `${word} → ${better}`)
      .join('; ')}`,
  );
if (missed.length > 0) process.exitCode = 1;
