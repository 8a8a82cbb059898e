import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const require = createRequire(import.meta.url);
const graphql = require.resolve('graphql');
/** Try everything on everything, which takes longest: with the extensions, and in the named ring `spec-only` without them. */
const exhaustive = process.env.SHAPES_SEEDS
  ? 'src/permissions.test.ts'
  : 'src/{permissions,idempotency,examples,unchecking-product-api}.test.ts';
const needServer = 'src/**/*.postgres.test.ts';
/** Generated requests, which take longest: they run on one database and against one product API. */
const generated = 'src/**/*.generated.test.ts';
/** Run once, because they use the embedded database alone, or no database. */
const localTests = [
  'src/{start,settings,uncaught,backup,every-call}.test.ts',
  'src/operator/!(verify-data).test.ts',
  'src/core/base/**',
  'src/core/database/data-folder.test.ts',
  'src/core/access/password-hasher.test.ts',
  'src/core/files/**',
  'src/core/outbound/**',
  'src/core/mail/mail-texts.test.ts',
];
/** On PostgreSQL alone, because others run the same on the embedded database, too. */
const onServerOnly = [
  'src/core/mail/mailer.test.ts',
  'src/{list-versions,passcodes-off}.test.ts',
  'src/demo/seed-demo-with-api-key.test.ts',
];
/** Run on PostgreSQL, and on the embedded database only in the ring `embedded` (docs/decisions/0011): the areas, and what tries every call or list. */
const onServerByDefault = [
  `src/{${(require('./tools/areas.json') as string[]).join()}}/**`,
  'src/{access,list-tags}.test.ts',
  'src/core/access/refusal-log.test.ts',
  'src/core/mail/notices.test.ts',
  'src/operator/verify-data.test.ts',
  'src/passkeys/**',
];
const independentOfExtensions = [
  'src/{base,graphql,http,check-api}/**',
  'src/core/uploads/**',
  'src/core/{attempt-limits,audited-field,caller,caller-budgets,shared-operations,shared-state,pictures,platform-operations}.test.ts',
  'src/core/{refusal-report-calls,refusal-reports,request-shares}.test.ts',
  'src/{start,uncaught,metrics-processes,several-gateways,several-processes,watching,large-lists,page-calls,rest-calls,escaped-texts,harsh-answers}.test.ts',
  'src/product-api/{capabilities,client,transport,lists,read-answer,shape,response-reader,response-reader.property,breaker,bulkhead,outage,one-caller,faults}.test.ts',
];

/** What the gateway reads most, such as lists and refusals: against every shape. */
const ofEachShape = [
  'src/{error-reasons,other-product-api,screens,secrets}.test.ts',
  'src/exports.test.ts',
  'src/external-users/external-users.test.ts',
  'src/lookups/*.test.ts',
  'src/mappings/mapping-lists.test.ts',
  'src/organisations/organisations.test.ts',
  'src/session/{login-modes,strict-sign-in}.test.ts',
  'src/users/user-lists.test.ts',
];
/**
 * The test files for each product API that answers in other shapes than our platform, by its seed (gateway/src/testing/shapes.ts): all against each named
 * one; by default those that together read the answer of every call, with mutations against one of two (docs/decisions/0012).
 */
const shapes: Record<string, string[]> = process.env.SHAPES_SEEDS
  ? Object.fromEntries(process.env.SHAPES_SEEDS.split(',').map((seed) => [seed, ['src/**/*.test.ts']]))
  : {
      1: [
        ...ofEachShape,
        'src/account/{change-password,request-reset}.test.ts',
        'src/mappings/organisation-invite.test.ts',
        'src/organisations/{onboard,organisation-mutations-access}.test.ts',
      ],
      2: [
        ...ofEachShape,
        'src/assessments/{assessments,tabs-access}.test.ts',
        'src/external-users/invite-external-user.test.ts',
        'src/users/{user-mutations-access,user-upload}.test.ts',
      ],
    };

/** They wait more than they compute. Large files come first, so all workers would wait at the same time. */
const waitingFiles = /gateway\/src\/.*(idempotency|start|refusal-reports|outage|one-caller)\.test\.ts$/;
class WaitingFilesApart extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    for (const [place, file] of sorted.filter(({ moduleId }) => waitingFiles.test(moduleId)).entries()) {
      const from = sorted.indexOf(file);
      sorted.splice(from, 1);
      sorted.splice(from + place * 10, 0, file);
    }
    return sorted;
  }
}

const toTestFiles = (path: string) => path.replace(/\*\*$/, '**/*.test.ts');

const node = (folder: string, name = folder) => ({
  name,
  root: here(folder),
  include: ['src/**/*.test.ts'],
  pool: 'threads' as const,
  isolate: false,
  // Generous, because a busy machine is no failure.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { interval: 20, timeout: 20_000 } },
});

// Node resolves graphql to its CommonJS build; Vite would take the other one, and two copies do not know each other's types.
const graphqlForNode = { alias: [{ find: /^graphql$/, replacement: graphql }] };
const gateway = (name: string, extensions: 'on' | 'off', shapesSeed = '', files = ['src/**/*.test.ts']) => ({
  test: {
    ...node('gateway', name),
    include: files,
    exclude: extensions === 'off' ? [...independentOfExtensions, generated, ...(shapesSeed ? [exhaustive] : [])] : [],
    env: { TEST_EXTENSIONS: extensions, TEST_SHAPES_SEED: shapesSeed },
    globalSetup: [here('platform/src/testing/postgres.ts')],
  },
  resolve: graphqlForNode,
});

/** Every ring but the browser journeys, as docs/contributing.md names them. The gateway's run on PostgreSQL, where a database is created faster. */
export default defineConfig({
  test: {
    // A worker waits for its database about half of the time; a percentage would be limited to the cores.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { sequencer: WaitingFilesApart },
    // Tests of components alone need no database.
    globalSetup: process.env.WITHOUT_DATABASE ? [] : [here('platform/src/testing/template.ts')],
    projects: [
      { test: node('contract') },
      { test: { ...node('platform'), exclude: [needServer, generated, ...onServerByDefault, ...onServerOnly] } },
      {
        test: {
          ...node('platform', 'platform-embedded'),
          include: onServerByDefault.map(toTestFiles),
          exclude: [needServer, ...localTests],
        },
      },
      {
        test: {
          ...node('platform', 'platform-postgres'),
          exclude: localTests,
          globalSetup: [here('platform/src/testing/postgres.ts')],
        },
      },
      gateway('gateway', 'on'),
      gateway('gateway-spec-only', 'off'),
      {
        test: {
          ...node('gateway', 'gateway-embedded'),
          include: ['src/connections.test.ts'],
          env: { TEST_EXTENSIONS: 'on', TEST_SHAPES_SEED: '' },
        },
        resolve: graphqlForNode,
      },
      {
        test: { ...node('e2e', 'faults'), include: ['faults/**/*.test.ts'], testTimeout: 180_000 },
        resolve: graphqlForNode,
      },
      ...Object.entries(shapes).map(([seed, files]) => gateway(`gateway-shapes-${seed}`, 'off', seed, files)),
      ...(process.env.CHROMIUM_PATH ? [here('web/vitest.config.ts')] : []),
    ],
  },
});
