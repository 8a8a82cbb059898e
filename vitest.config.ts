import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { testFilesOf } from './tools/suites.ts';
import { tallyReporter } from './tools/tally.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const graphql = createRequire(import.meta.url).resolve('graphql');
const { TEST_SUITE: suite, SHAPES_SEEDS: seeds, TALLY_FILE: tallyFile } = process.env;
const needServer = 'src/**/*.postgres{,.release}.test.ts';
const release = 'src/**/*.release.test.ts';
/** Who may do what: also with a product API that checks nothing. */
const access = 'src/**/*access.test.ts';
/** What reads answers of a product API, and so runs again with those that write the same in other ways. */
const variants = 'src/**/*.variants.test.ts';

const node = (folder: string, name = folder) => ({
  name,
  root: here(folder),
  ...testFilesOf(suite, 'src/**/*', 'ts'),
  pool: 'threads' as const,
  isolate: false,
  // Generous, because a busy machine is no failure.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { interval: 20, timeout: 60_000 } },
});
const onPostgres = { globalSetup: [here('platform/src/testing/postgres.ts')] };

// Node resolves graphql to its CommonJS build; Vite would take the other one, and two copies do not know each other's types.
const graphqlForNode = { alias: [{ find: /^graphql$/, replacement: graphql }] };
/** The gateway with a product API: ours, ours without its extensions, or that of a seed (gateway/src/testing/shapes.ts). */
const gateway = (name: string, extensions: 'on' | 'off', shapesSeed = '', files = {}) => ({
  test: {
    ...node('gateway', name),
    ...files,
    env: { TEST_EXTENSIONS: extensions, TEST_SHAPES_SEED: shapesSeed },
    ...onPostgres,
  },
  resolve: graphqlForNode,
});

/** Every test but the browser journeys. docs/contributing.md names the suites, which file names tell apart, and their parts. */
export default defineConfig({
  test: {
    // A worker waits for its database about half of the time; a percentage would be limited to the cores.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // Tests of components alone need no database.
    globalSetup: process.env.WITHOUT_DATABASE ? [] : [here('platform/src/testing/template.ts')],
    reporters: tallyFile ? ['default', tallyReporter(tallyFile)] : ['default'],
    projects: [
      { test: node('contract') },
      { test: node('server-base') },
      { test: { ...node('platform'), ...onPostgres } },
      {
        test: {
          ...node('platform', 'platform-embedded'),
          // In the release suite what differs between the databases; all of it by its name.
          include:
            suite === 'release' ? ['src/core/database/**/*.test.ts', 'src/every-call.test.ts'] : ['src/**/*.test.ts'],
          exclude: [needServer, release],
        },
      },
      gateway('gateway', 'on'),
      gateway('gateway-spec-only', 'off', '', {
        include: [suite === 'quick' ? access : 'src/**/*.test.ts'],
        exclude: [release],
      }),
      ...(seeds ?? '1,2')
        .split(',')
        .map((seed) => gateway(`gateway-shapes-${seed}`, 'off', seed, { include: [variants], exclude: [] })),
      {
        test: { ...node('e2e', 'faults'), include: ['faults/**/*.release.test.ts'] },
        resolve: graphqlForNode,
      },
      ...(process.env.CHROMIUM_PATH
        ? [
            {
              extends: here('web/vitest.config.ts'),
              root: here('web'),
              // Tried again in the quick suite, and named then (docs/contributing.md).
              test: { name: 'web', ...testFilesOf(suite, 'src/**/*', '{ts,tsx}'), retry: suite === 'quick' ? 1 : 0 },
            },
          ]
        : []),
    ],
  },
});
