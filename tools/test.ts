import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from './chromium.ts';
import { build, root, run, runBeside, state } from './steps.ts';
import { type Suite, suites } from './suites.ts';
import { type Failure, judgeUnstable, parseJourneys, readTally, shortened, type Tally, tallyOf } from './tally.ts';

const checks: (readonly [name: string, args: readonly string[]])[] = [
  ['lint', ['run', '--silent', 'lint']],
  ['boundaries', ['run', '--silent', 'boundaries']],
  ['unused code', ['run', '--silent', 'unused']],
  ['requirements', ['exec', 'node', 'tools/requirements.ts', 'check']],
  ['cases and faults', ['exec', 'node', 'tools/security-page.ts', 'check']],
  ['guides', ['exec', 'node', 'tools/guide-links.ts']],
  ['released schema', ['exec', 'node', 'tools/schema-changes.ts', 'check']],
  ['code style', ['exec', 'node', 'tools/code-style.ts']],
  ['prose', ['exec', 'node', 'tools/prose.ts']],
  // Its dependencies are installed by the first `npm run bench`.
  ...(existsSync(join(root, 'bench/node_modules')) ? [['bench types', ['exec', 'tsc', '-p', 'bench']] as const] : []),
];
/** The projects of vitest.config.ts that a suite has by default, by part. */
const serverParts: Record<Suite, Record<string, string[]>> = {
  quick: { contract: ['contract'], platform: ['platform'], gateway: ['gateway', 'gateway-spec-only'] },
  release: {
    platform: ['platform', 'platform-embedded'],
    gateway: ['gateway'],
    shapes: ['gateway-shapes-*'],
  },
};
/** Whole modes, which run only when they are named. */
const modes: Record<string, string[]> = { 'spec-only': ['gateway-spec-only'], embedded: ['platform-embedded'] };
/** Kills real processes: one file after the other, because some measure times of recovery. Named, it also sends `GENERATED_REQUESTS` generated requests. */
const faults = { name: 'faults', files: ['e2e/faults'], generatedFiles: ['.generated.release.test.ts'] };
const parts = [
  'static',
  'contract',
  ...Object.keys(serverParts.release),
  ...Object.keys(modes),
  'web',
  'browser',
  faults.name,
];
const noBrowser: Failure = {
  test: 'browser',
  text: 'No Chromium or Chrome could be found or installed: install one, or set CHROMIUM_PATH, and try again.',
};

type Env = Record<string, string>;

/** All checks, also after one that failed. They use one core, the build and the types the other. */
async function checksAndBuild(): Promise<Tally> {
  const built = runBeside('build', process.execPath, ['tools/build.ts']);
  const types = runBeside('types', 'pnpm', ['run', '--silent', 'typecheck']);
  const failed = checks.filter(([name, args]) => !run(name, 'pnpm', [...args])).map(([name]) => name);
  if (!(await built)) {
    console.log('0 passed, 1 failed');
    process.exit(1);
  }
  if (!run('console size', 'pnpm', ['exec', 'size-limit', '--hide-passed'])) failed.push('console size');
  if (!(await types)) failed.push('types');
  return tallyOf(...failed.map((test) => ({ test, text: '' })));
}

/**
 * Folders of tests, and what Chromium's processes share, are in memory where it has room for them, until the end: on a disk, a fifth of the CPU time with the
 * embedded database is the creation and removal of its thousand files.
 */
function folderInMemory(): Env {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return {};
  const { bavail, bsize } = statfsSync(memory);
  if (Math.min(bavail * bsize, process.availableMemory()) < 8 * 2 ** 30) return {};
  const folder = mkdtempSync(join(memory, 'console-tests-'));
  // As that of the system: the database server is another user's.
  chmodSync(folder, 0o1777);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Of a terminal, which interrupts the runner as well: this process takes no signal while it waits for one.
  process.once('SIGINT', () => process.exit(1));
  return { TMPDIR: folder };
}

function vitest(name: string, projects: string[], more: string[], env: Env): Tally {
  if (projects.length === 0) return tallyOf();
  const file = join(state, `tally-${name.split(' ')[0]}.json`);
  rmSync(file, { force: true });
  // With V8's defaults of 1 to 16 MB, collecting what tests allocate takes a tenth more CPU time.
  const program = ['--min-semi-space-size=64', '--max-semi-space-size=64', 'node_modules/vitest/vitest.mjs'];
  const all = [...program, 'run', ...projects.map((project) => `--project=${project}`), ...more];
  const succeeded = run(name, process.execPath, all, { ...env, TALLY_FILE: file });
  return readTally(name, file, succeeded);
}

/** Prints what each failed journey saw last: where only the output is kept, nothing else tells why it failed. */
function printFailedPages(): void {
  for (const path of globSync('e2e/*/error-context.md', { cwd: state })) {
    const [, page = ''] = readFileSync(join(state, path), 'utf8').split('```yaml');
    console.log(`${path}\n${page.slice(0, 12_000)}`);
  }
}

function journeys(env: Env, more: string[] = []): Tally {
  const file = join(state, 'playwright.json');
  rmSync(file, { force: true });
  const args = ['exec', 'playwright', 'test', ...more];
  const succeeded = run('browser', 'pnpm', args, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  if (!succeeded) printFailedPages();
  return readTally('browser', file, succeeded, parseJourneys);
}

/** The components, then the journeys. */
async function browserTests(has: (part: string) => boolean, browser: Env): Promise<Tally[]> {
  const components = () => vitest('web', ['web'], [], { ...browser, WITHOUT_DATABASE: 'on', NODE_ENV: 'production' });
  if (!has('browser')) return [components()];
  if (!has('web')) return [journeys(browser)];
  // Creating them uses one core, and the components leave a part of the other idle.
  const data = runBeside('data of the journeys', process.execPath, ['e2e/setup.config.ts']);
  return [components(), journeys({ ...browser, E2E_DATA: (await data) ? 'created' : '' })];
}

/**
 * Saves pictures of every screen, dialog, panel and menu in `.state/screens`, as `<screen>-<state>-<width>-<theme>.png` (e2e/screens). The arguments are
 * Playwright's: `-g users` takes those of the screens with this name. Returns the exit code.
 */
export async function screenshots(args: string[]): Promise<number> {
  const browser = await findChromium();
  if (!browser) {
    console.error(noBrowser.text);
    return 1;
  }
  build();
  return journeys({ ...browser, SCREENSHOTS: 'on' }, args).failures.length === 0 ? 0 : 1;
}

/** The shapes of `--seeds 20` or `--seeds 7-9`, as vitest.config.ts reads them. */
function readSeeds(text: string): Record<'SHAPES_SEEDS', string> | null {
  const [, from = '1', to = '0'] = /^(?:(\d{1,9})-)?(\d{1,9})$/.exec(text) ?? [];
  const seeds = Array.from({ length: Number(to) - Number(from) + 1 }, (_, place) => Number(from) + place);
  return seeds.length === 0 || Number(to) === 0 ? null : { SHAPES_SEEDS: seeds.join(',') };
}

/** The tests of a suite, and of the named parts of it. */
async function runSuite(suite: Suite, named: string[], env: Env): Promise<Tally[]> {
  const isDefault = (part: string) =>
    part in serverParts[suite] || part === 'web' || part === 'browser' || (suite === 'release' && part === faults.name);
  const has = (part: string) => (named.length === 0 ? isDefault(part) : named.includes(part));
  // A test that a busy machine decides is named and does not stop people; before a release it does.
  const suiteEnv = { ...env, TEST_SUITE: suite };
  const servers = Object.entries(serverParts[suite]).filter(([part]) => has(part));
  // One runner after the other: each keeps all cores busy, and next to another it takes more CPU time.
  const results = [
    vitest(
      servers.map(([part]) => part).join(' + '),
      servers.flatMap(([, projects]) => projects),
      [],
      suiteEnv,
    ),
  ];
  if (!['web', 'browser', faults.name].some(has)) return results;
  const browser = await findChromium();
  if (!browser) return [...results, tallyOf(noBrowser)];
  if (has('browser') || has(faults.name)) build();
  if (has('web') || has('browser')) results.push(...(await browserTests(has, { ...browser, ...suiteEnv })));
  if (has(faults.name)) {
    const files = ['--no-file-parallelism', ...faults.files];
    results.push(vitest(faults.name, ['faults'], files, { ...browser, ...suiteEnv }));
  }
  if (named.includes(faults.name)) {
    const requests = { GENERATED_REQUESTS: process.env.GENERATED_REQUESTS ?? '100000' };
    results.push(
      vitest('generated', ['platform', 'gateway'], ['--no-file-parallelism', ...faults.generatedFiles], {
        ...suiteEnv,
        ...requests,
      }),
    );
  }
  return results;
}

/**
 * Runs the quick suite; `release` runs the other and `all` both. Names of parts restrict it to them; the parts `shapes` and `faults` are of the release suite,
 * `spec-only` and `embedded` run the quick one in another mode. `--seeds 20` runs the shapes of the seeds 1 to 20, `--seeds 7-7` those of one. No test runs
 * after a check that failed, unless `--all` is given. At the end each unstable test and each failure is printed again, then the names of the failures; the last
 * line is the sum of all runners, in which a failed check counts as one failure. Returns the exit code.
 */
export async function test(args: string[]): Promise<number> {
  const options = { seeds: { type: 'string' }, all: { type: 'boolean' } } as const;
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
  const seeds = values.seeds === undefined ? {} : readSeeds(values.seeds);
  if (!seeds) {
    console.error('--seeds is a number of seeds, or the first and the last one: 20, 7-9.');
    return 2;
  }
  const named = positionals.filter((name) => name !== 'all' && name !== 'release');
  const unknown = named.filter((name) => !parts.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no part ${unknown.join(', ')}: name some of ${parts.join(', ')}, or none for all.`);
    return 2;
  }
  const ofRelease = named.length > 0 && named.every((name) => name === 'shapes' || name === faults.name);
  const wanted = positionals.includes('all')
    ? suites
    : [positionals.includes('release') || ofRelease ? ('release' as const) : ('quick' as const)];
  const hasStatic = named.length === 0 ? wanted.includes('quick') : named.includes('static');
  const results: Tally[] = [];
  if (hasStatic) {
    const checked = await checksAndBuild();
    results.push(checked);
    if (checked.failures.length > 0 && !values.all) {
      console.log('No test was run: a check failed. `npm test -- --all` runs the tests all the same.');
      return report(results);
    }
  }
  const env = { ...seeds, ...folderInMemory() };
  for (const suite of wanted) results.push(...(await runSuite(suite, named, env)));
  const whole = Object.entries(modes).filter(([name]) => named.includes(name));
  for (const [name, projects] of whole) results.push(vitest(name, projects, [], env));
  return report(results);
}

/** Failures that are named at the end: with them the last 30 lines say what failed. */
const mostNamed = 26;

/** Again at the end: a log of which only the end is kept tells what failed. */
function report(results: readonly Tally[]): number {
  const sum: Tally = {
    passed: results.reduce((total, result) => total + result.passed, 0),
    failures: results.flatMap((result) => result.failures),
    unstable: results.flatMap((result) => result.unstable),
  };
  const history = join(state, 'unstable.json');
  const before: string[][] = existsSync(history) ? JSON.parse(readFileSync(history, 'utf8')) : [];
  writeFileSync(history, JSON.stringify([...before, sum.unstable.map(({ test }) => test)].slice(-2)));
  const { passed, failures, unstable } = judgeUnstable(sum, before);
  for (const failure of unstable) console.log(`unstable: passed when it was tried again: ${shortened(failure)}`);
  for (const failure of failures) console.log(`✘ ${shortened(failure)}`);
  if (failures.length > 1) for (const { test } of failures.slice(0, mostNamed)) console.log(`✘ ${test}`);
  if (failures.length > mostNamed) console.log(`✘ and ${failures.length - mostNamed} more`);
  if (unstable.length > 0) console.log(`${unstable.length} unstable`);
  console.log(`${passed} passed, ${failures.length} failed`);
  return failures.length === 0 ? 0 : 1;
}
