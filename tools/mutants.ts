import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { root } from './steps.ts';

/** Files to change, by module and package. Their tests are the neighbouring ones, or the named ones. */
const modules: Record<string, Record<string, string[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'mutants.json'), 'utf8'),
);
type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const leastScore = 90;

/** Changes the code of a module in every small way, and prints the changes that its tests do not notice. Returns the exit code. */
export async function findMutants([name = '', onlyRing]: string[]): Promise<number> {
  const rings = modules[name];
  if (!rings) {
    console.error(`There is no module ${name}: ${Object.keys(modules).join(', ')}.`);
    return 2;
  }
  process.chdir(root);
  const results: MutantResult[] = [];
  for (const [ring, files] of Object.entries(rings))
    if (onlyRing === undefined || onlyRing === ring) results.push(...(await mutate(name, ring, files)));
  const count = (...states: MutantResult['status'][]) => results.filter(({ status }) => states.includes(status)).length;
  const [noticed, unnoticed] = [count('Killed', 'Timeout'), count('Survived', 'NoCoverage')];
  const score = (100 * noticed) / (noticed + unnoticed);
  console.log(
    `${name}: ${noticed} changes are noticed, ${unnoticed} are not: ${score.toFixed(1)} % of ${leastScore} %`,
  );
  console.log(['Without these tests the others notice as many:', ...repeated(results)].join('\n  '));
  return score >= leastScore ? 0 : 1;
}

/** Redundant tests: other tests notice every change that these notice, unless their title names something unique. */
function repeated(results: readonly MutantResult[]): string[] {
  const killers = results.flatMap(({ killedBy = [] }) => (killedBy.length > 0 ? [new Set(killedBy)] : []));
  const tests = new Set(results.flatMap(({ coveredBy = [] }) => coveredBy));
  return [...tests].sort().filter((test) => {
    const noticed = killers.filter((of) => of.has(test));
    if (noticed.some(({ size }) => size === 1)) return false;
    for (const of of noticed) of.delete(test);
    return true;
  });
}

function mutate(module: string, ring: string, files: string[]): Promise<MutantResult[]> {
  const paths = files.map((path) => `${ring}/${path}`);
  process.env.MUTANTS_TESTS = paths.map((path) => path.replace(/(\.test)?\.ts$/, '.test.ts')).join(' ');
  const stryker = new Stryker({
    mutate: paths.filter((path) => !path.endsWith('.test.ts')),
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'vitest.mutants.config.ts', related: false, pool: 'threads' },
    coverageAnalysis: 'perTest',
    // Types are irrelevant, and TypeScript 7 has no API to rewrite a tsconfig.
    disableTypeChecks: false,
    tsconfigFile: 'none',
    concurrency: 1,
    // Finds all tests that notice a change, not only the first one.
    disableBail: true,
    timeoutMS: 15_000,
    ignorePatterns: ['/.state', '/web', '/bench', '/e2e', '/docs', '/data', '*.log'],
    tempDirName: '.state/mutants',
    reporters: ['clear-text', 'progress-append-only', 'html'],
    htmlReporter: { fileName: `.state/mutants-${module}-${ring}.html` },
  });
  return stryker.runMutationTest();
}
