import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { root } from './steps.ts';

/** The files of each module, and the tests of the ring where its rules are tested. */
const modules: Record<string, { mutate: string[]; tests: string[] }> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'mutants.json'), 'utf8'),
);

/** Changes the code of a module in every small way, and reports the changes that no test of the module notices. Returns the exit code. */
export async function findMutants([name = '', ...mutate]: string[]): Promise<number> {
  const module = modules[name];
  if (!module) {
    console.error(`There is no module ${name}: ${Object.keys(modules).join(', ')}.`);
    return 2;
  }
  process.env.MUTANTS_TESTS = module.tests.join(' ');
  process.chdir(root);
  const stryker = new Stryker({
    mutate: [...(mutate.length > 0 ? mutate : module.mutate), '!**/*.test.ts'],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'vitest.mutants.config.ts', related: false, pool: 'threads' },
    // Types play no part in it, and TypeScript 7 has no API with which to rewrite a tsconfig.
    disableTypeChecks: false,
    tsconfigFile: 'none',
    coverageAnalysis: 'perTest',
    concurrency: 1,
    ignorePatterns: ['/web', '/bench', '/e2e', '/docs', '/data', '*.log'],
    tempDirName: '.state/mutants',
    reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
    htmlReporter: { fileName: `.state/mutants-${name}.html` },
    jsonReporter: { fileName: `.state/mutants-${name}.json` },
    thresholds: { break: 90 },
  });
  await stryker.runMutationTest();
  return Number(process.exitCode ?? 0);
}
