/**
 * `npm run requirements`: says for each id of docs/requirements.md and each case of docs/cases.md which suite proves it, by the titles of tests, and what is not
 * proved; with `check` only the latter. A requirement needs a proof in one of the suites; a case, and each promise of docs/security.md, one in the quick suite.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.ts';
import { type Suite, suiteOf, suites } from './suites.ts';
import { testTitles } from './test-titles.ts';

/** Cases that only the release suite proves, and why. */
const releaseOnly: Record<string, string> = JSON.parse(
  readFileSync(new URL('release-only-cases.json', import.meta.url), 'utf8'),
);
const textOf = (page: string) => readFileSync(join(root, 'docs', page), 'utf8');
const items = [...textOf('requirements.md').matchAll(/^\| ([A-Z]+-\d+) +\|/gm)]
  .map(([, id = '']) => id)
  .filter((id) => !id.startsWith('OPEN-'));
const cases = [...textOf('cases.md').matchAll(/^(\d+)\. /gm)].map(([, number]) => `CASES-${number}`);

const proofs = new Map<string, Set<Suite>>();
for (const { file, ids } of testTitles())
  for (const id of ids) proofs.set(id, (proofs.get(id) ?? new Set()).add(suiteOf(file)));
const isQuick = (id: string) => proofs.get(id)?.has('quick') ?? false;

/** The ids of a cell: `CASES-26, CASES-40 to CASES-42`. */
const idsIn = (cell: string): string[] =>
  [...cell.matchAll(/([A-Z]+-[A-Z]?)(\d+)(?: to \1(\d+))?/g)].flatMap(([, prefix, from = '', to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, place) => `${prefix}${Number(from) + place}`),
  );
const [, promised = ''] =
  /## What is promised\n([\s\S]*?)\n## /.exec(textOf('security.md').replace('\nNot promised', '\n## ')) ?? [];
const promises = [...promised.matchAll(/^\| (.+) \| (.+) \|$/gm)]
  .map(([, promise = '', shownBy = '']) => ({ promise, ids: idsIn(shownBy) }))
  .filter(({ ids }) => ids.length > 0);

const problems = [
  ...items.filter((id) => !proofs.has(id)).map((id) => `${id} is proved by no test`),
  ...cases
    .filter((id) => !isQuick(id) && !(id in releaseOnly))
    .map((id) => `${id} is not proved by the quick suite, and tools/release-only-cases.json has no reason for it`),
  ...Object.keys(releaseOnly)
    .filter(isQuick)
    .map((id) => `${id} is proved by the quick suite, and is in tools/release-only-cases.json`),
  ...(promises.length > 0 ? [] : ['docs/security.md has no table of what is promised']),
  ...promises
    .filter(({ ids }) => !ids.some(isQuick))
    .map(({ promise }) => `docs/security.md: no test of the quick suite shows "${promise}"`),
];

if (!process.argv.includes('check'))
  for (const id of [...items, ...cases])
    console.log(`${id.padEnd(14)} ${suites.filter((suite) => proofs.get(id)?.has(suite)).join(', ') || '–'}`);
for (const problem of problems) console.log(problem);
const onlyInRelease = items.filter((id) => proofs.has(id) && !isQuick(id)).length;
console.log(
  `${items.length} requirements, ${cases.length} cases, ${promises.length} promises: ${onlyInRelease} requirements are proved by the release suite alone, ${problems.length} problems`,
);
if (problems.length > 0) process.exitCode = 1;
