import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const graphql = createRequire(import.meta.url).resolve('graphql');
const tests = (process.env.MUTANTS_TESTS ?? '').split(' ');

/** The tests that `npm run mutants` runs on a copy of the repository. */
export default defineConfig({
  test: {
    root: here('./'),
    include: tests,
    isolate: false,
    globalSetup: tests.some((test) => test.startsWith('platform/')) ? [here('./platform/src/testing/postgres.ts')] : [],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { TEST_EXTENSIONS: 'on', TEST_SHAPES_SEED: '' },
  },
  resolve: {
    alias: [
      // Node's build, as in vitest.config.ts.
      { find: /^graphql$/, replacement: graphql },
      // Packages of the repository are those of the copy, which is mutated.
      { find: /^@console\/(contract|server-base|platform|gateway)\/(.+)$/, replacement: here('./$1/src/$2.ts') },
    ],
  },
});
