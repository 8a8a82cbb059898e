/** Prints the figures of the code style as a table, and fails with the files that are beyond a target. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { longestFolderChain, packages, readSourceFiles, type SourceFile } from './source-files.ts';
import { testTitles } from './test-titles.ts';

/** Words that are not used here, and what to write instead. */
const replacedWords: Record<string, string> = JSON.parse(
  readFileSync(new URL('replaced-words.json', import.meta.url), 'utf8'),
);

/** Contract describes every call and rule that integrators read, hence its share of comments. */
const targets = {
  percentile95Lines: 250,
  biggestFileLines: 350,
  folderDepth: 3,
  commentPercent: { contract: 12, platform: 8, gateway: 8, web: 8, tools: 8, bench: 8 } as Record<string, number>,
  replacedWords: 45,
  unexplainedUnmask: 0,
  misnamedFragments: 0,
  rolesByName: 0,
  folderChain: { platform: 7, gateway: 7, web: 6 } as Record<string, number>,
};

interface Finding {
  metric: string;
  /** At most `target`. */
  value: number;
  target?: number | undefined;
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
  const chain = longestFolderChain(ownFiles.filter(({ path }) => path.includes('/src/')));
  const commentShare = Math.round((1000 * comments) / (code + comments)) / 10;
  return [
    { metric: 'files', value: ownFiles.length, places: [] },
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
  ];
}

/** The lines of tests that a line of code should have at most. Reported, because a test is judged by what it proves. */
const testsPerLine: Record<string, number> = { contract: 1, platform: 1, gateway: 1, web: 0.6 };

/** Prints the lines of tests for each line of code, and the test files that are longest for the ids that their titles name. */
function reportTests(): void {
  const titles = Map.groupBy(testTitles(), ({ file }) => file);
  for (const [name, aim] of Object.entries(testsPerLine)) {
    const own = files.filter((file) => file.package === name);
    const tests = own.filter(({ isTest }) => isTest);
    const [testLines, codeLines] = [sum(tests, 'codeLines'), sum(own, 'codeLines') - sum(tests, 'codeLines')];
    console.log(
      `${name}: ${(testLines / codeLines).toFixed(2)} lines of tests for a line of code, the aim is ${aim}. Longest for what they prove:`,
    );
    const longest = tests
      .filter(({ path }) => titles.has(path))
      .map(({ path, codeLines }) => ({
        path,
        codeLines,
        ids: new Set(titles.get(path)?.flatMap(({ ids }) => ids)).size,
      }))
      .sort((a, b) => b.codeLines / (b.ids + 1) - a.codeLines / (a.ids + 1));
    for (const { path, codeLines, ids } of longest.slice(0, 10))
      console.log(`    ${path} (${codeLines} lines, ${ids} ids)`);
  }
}

const smallFileLines = 25;

/** Prints how many small files only one file of their folder imports, and with `--small-files` which: they may belong into it. */
function reportSmallFiles(): void {
  const importers = Map.groupBy(
    production.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)].map(([, target = '']) => ({
        path,
        target: join(dirname(path), target).replaceAll('\\', '/'),
      })),
    ),
    ({ target }) => target,
  );
  const small = production.flatMap(({ path, lines }) => {
    const [first, ...others] = new Set(importers.get(path)?.map((importer) => importer.path));
    const isOwn = first !== undefined && others.length === 0 && dirname(first) === dirname(path);
    return isOwn && lines.length < smallFileLines ? [`    ${path} (${lines.length} lines) ← ${basename(first)}`] : [];
  });
  console.log(
    `${small.length} files of fewer than ${smallFileLines} lines have a single importer, in the same folder (--small-files lists them)`,
  );
  if (process.argv.includes('--small-files')) for (const line of small) console.log(line);
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

const isMissed = ({ value, target }: Finding) => target !== undefined && value > target;

console.table(
  Object.fromEntries(
    byPackage.map(({ name, findings }) => [
      name,
      Object.fromEntries(findings.map(({ metric, value }) => [metric, value])),
    ]),
  ),
);
console.table(Object.fromEntries(overall.map(({ metric, value, target }) => [metric, { value, 'at most': target }])));

reportTests();
reportSmallFiles();

const missed = [
  ...byPackage.flatMap(({ name, findings }) => findings.filter(isMissed).map((finding) => ({ name, finding }))),
  ...overall.filter(isMissed).map((finding) => ({ name: 'all packages', finding })),
];
for (const { name, finding } of missed) {
  const { metric, value, target, places } = finding;
  console.log(`✘ ${name}: ${metric} is ${value}, the target is at most ${target}`);
  for (const place of places.slice(0, 10)) console.log(`    ${place}`);
}
if (missed.some(({ finding }) => finding.metric.startsWith('words')))
  console.log(
    `Write instead: ${Object.entries(replacedWords)
      .map(([word, better]) => `${word} → ${better}`)
      .join('; ')}`,
  );
if (missed.length > 0) process.exitCode = 1;
