/**
 * `npm run requirements` says which suite proves each requirement and case, by the titles of tests; `npm run
 * security-page` renews docs/security-tests.md. Both print what is wrong, as does `npm test`.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.ts';
import { suiteOf, suites } from './suites.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const findIn = (page: string, pattern: RegExp) =>
  [...read(`docs/${page}`).matchAll(pattern)].map(([, found = '']) => found);

const idPattern = /^(?:[A-Z]+-[A-Z]?\d+(?:\.\d+)*|T\d+)$/;
const literalPattern = /(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
/** Placeholder of a test table in a title. */
const valuePattern = /\$\{[^}]*\}|\$\w+(?:\.\w+)*|%[sdijo]/g;
const value = '…';

/** The ids at the start of a literal. A table may put its value first: `%s MSG-9 …`. */
function idsOf(literal: string): string[] {
  const words = literal.split(' ');
  const end = words.findIndex((word) => word !== value && !idPattern.test(word));
  return words.slice(0, Math.max(end, 0)).filter((word) => word !== value);
}

/** Literals of a line. In a row with an id, the first two cells are one title. */
function literalsOf(line: string): string[] {
  const literals = [...line.matchAll(literalPattern)].map(([, , text = '']) => text.replace(valuePattern, value));
  const [first = '', second, ...others] = literals;
  const isRow = /^\s*\[['"`]/.test(line) && idPattern.test(first) && second !== undefined;
  return isRow ? [`${first} ${second}`, ...others] : literals;
}

const filesOf = new Map<string, Set<string>>();
const tests = ['{contract,server-base,platform,gateway,web}/src/**/*.test.{ts,tsx}', 'e2e/**/*.{spec,test}.ts'];
for (const file of globSync(tests, { cwd: root }).sort())
  for (const id of read(file).split('\n').flatMap(literalsOf).flatMap(idsOf))
    filesOf.set(id, (filesOf.get(id) ?? new Set()).add(file));
const suitesOf = (id: string) => new Set([...(filesOf.get(id) ?? [])].map(suiteOf));
const isQuick = (id: string) => suitesOf(id).has('quick');

/** The ids of a cell: `CASES-26, CASES-40 to CASES-42`. */
const idsIn = (cell: string): string[] =>
  [...cell.matchAll(/([A-Z]+-[A-Z]?)(\d+)(?: to \1(\d+))?/g)].flatMap(([, prefix, from = '', to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, place) => `${prefix}${Number(from) + place}`),
  );

const items = findIn('requirements.md', /^\| ([A-Z]+-\d+) +\|/gm).filter((id) => !id.startsWith('OPEN-'));
const cases = findIn('cases.md', /^(\d+)\. /gm).map((number) => `CASES-${number}`);
const [promised = ''] = findIn('security.md', /## What is promised\n([\s\S]*?)\n(?:## |Not promised)/g);
const promises = [...promised.matchAll(/^\| (.+) \| (.+) \|$/gm)]
  .map(([, promise = '', shownBy = '']) => ({ promise, ids: idsIn(shownBy) }))
  .filter(({ ids }) => ids.length > 0);

/** Row of a case, or of a fault and its expected effect, with its tests or the reason why no test shows it. */
const rowPattern = /^(\| \[?(CASES-\d+|RELIABILITY-F\d+)\b.* \| )([^|]*) \|$/gm;
const page = 'docs/security-tests.md';
const rows = [...read(page).matchAll(rowPattern)].map(([, , id = '', cell = '']) => ({ id, cell }));
const isNotShown = (cell: string) => cell.startsWith('Not shown: ');
const linksTo = (id: string) => [...(filesOf.get(id) ?? [])].map((file) => `[${file}](../${file})`).join('<br>');
const renewed = read(page).replace(rowPattern, (row, start: string, id: string, cell: string) =>
  isNotShown(cell) ? row : `${start}${linksTo(id)} |`,
);
const isRenewing = process.argv.includes('security-page');
if (isRenewing) writeFileSync(join(root, page), renewed);

const problems = [
  ...items.filter((id) => !filesOf.has(id)).map((id) => `${id} is proved by no test`),
  ...cases.filter((id) => !isQuick(id)).map((id) => `${id} is not proved by the quick suite`),
  ...(promises.length > 0 ? [] : ['docs/security.md has no table of what is promised']),
  ...promises
    .filter(({ ids }) => !ids.some(isQuick))
    .map(({ promise }) => `docs/security.md: no test of the quick suite shows "${promise}"`),
  ...new Set(findIn('security.md', /`((?:contract|server-base|platform|gateway|web)\/[\w./-]+)`/g))
    .values()
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `docs/security.md names ${path}, which does not exist`),
  ...new Set(findIn('asvs.md', /\b([A-Z]{2,}-T?[\d.]*\d)\b/g))
    .values()
    .filter((id) => !filesOf.has(id))
    .map((id) => `${id} of docs/asvs.md is named by no test`),
  ...new Set([...filesOf.keys(), ...cases])
    .values()
    .filter((id) => /^(CASES-|RELIABILITY-F)/.test(id) && !rows.some((row) => row.id === id))
    .map((id) => `${id} has no row in ${page}`),
  ...rows
    .filter(({ id, cell }) => filesOf.has(id) === isNotShown(cell))
    .map(({ id }) => `${page}: a test names ${id} although it is not shown, or none names it and there is no reason`),
  ...rows
    .filter(({ id }) => id.startsWith('CASES-') && !cases.includes(id))
    .map(({ id }) => `${id} of ${page} does not exist`),
  ...(isRenewing || renewed === read(page) ? [] : [`${page} is out of date: run npm run security-page`]),
];

if (process.argv.includes('requirements'))
  for (const id of [...items, ...cases])
    console.log(`${id.padEnd(14)} ${suites.filter((suite) => suitesOf(id).has(suite)).join(', ') || '–'}`);
for (const problem of problems) console.log(problem);
const onlyInRelease = items.filter((id) => filesOf.has(id) && !isQuick(id)).length;
console.log(
  `${items.length} requirements, ${cases.length} cases, ${promises.length} promises, ${rows.length - cases.length} faults: ${onlyInRelease} requirements are proved by the release suite alone, ${problems.length} problems`,
);
if (problems.length > 0) process.exitCode = 1;
