import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { findChromium } from './chromium.ts';
import { build, root, run, runBeside, state } from './steps.ts';

interface Tally {
  passed: number;
  /** What is printed of each failure. */
  failures: string[];
}

interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

interface Suite {
  specs: {
    title: string;
    ok: boolean;
    file: string;
    line: number;
    tests: { results: { errors: { message: string }[] }[] }[];
  }[];
  suites?: Suite[];
}

interface PlaywrightReport {
  stats: { expected: number };
  suites: Suite[];
}

const checks: (readonly [name: string, args: readonly string[]])[] = [
  ['lint', ['run', '--silent', 'lint']],
  ['boundaries', ['run', '--silent', 'boundaries']],
  ['unused code', ['run', '--silent', 'unused']],
  ['requirements', ['exec', 'node', 'tools/requirements.ts']],
  ['cases and faults', ['exec', 'node', 'tools/security-page.ts', 'check']],
  ['guides', ['exec', 'node', 'tools/guide-paths.ts']],
  ['released schema', ['exec', 'node', 'tools/schema-changes.ts', 'check']],
  ['code style', ['exec', 'node', 'tools/code-style.ts']],
  // Its dependencies are installed by the first `npm run bench`.
  ...(existsSync(join(root, 'bench/node_modules')) ? [['bench types', ['exec', 'tsc', '-p', 'bench']] as const] : []),
];
/** The projects of vitest.config.ts, by ring. */
const vitestRings: Record<string, string[]> = {
  contract: ['contract'],
  platform: ['platform', 'platform-postgres'],
  gateway: ['gateway'],
  'spec-only': ['gateway-spec-only'],
  shapes: ['gateway-shapes-*'],
  web: ['web'],
  embedded: ['platform-embedded', 'gateway-embedded'],
};
const noBrowser =
  'No Chromium or Chrome could be found or installed: install one, or set CHROMIUM_PATH, and try again.';
/** Kills real processes, and sends `GENERATED_REQUESTS` generated requests. */
const faultsRing = {
  name: 'faults',
  projects: ['faults', 'platform-postgres', 'gateway'],
  files: ['e2e/faults', '.generated.test.ts'],
};
const rings = ['static', ...Object.keys(vitestRings), 'browser', faultsRing.name];
/** Rings that run only when they are named. */
const namedOnly = ['spec-only', 'embedded', faultsRing.name];

/** The results of a runner; a runner that failed without a failed test counts as one failure. */
function tally(name: string, file: string, succeeded: boolean, read: (report: never) => Tally): Tally {
  const counted = existsSync(file)
    ? read(JSON.parse(readFileSync(file, 'utf8')) as never)
    : { passed: 0, failures: [] };
  return succeeded || counted.failures.length > 0 ? counted : { ...counted, failures: [name] };
}

/** The first part of a failure's text, without colours and without the lines of its stack that are in libraries. */
const shortMessage = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/^ +at .*(?:node_modules|node:internal|new Promise).*\n?/gm, '')
    .trim()
    .slice(0, 2_000);

function readVitestReport({ numPassedTests, testResults }: VitestReport): Tally {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults
      .filter((result) => result.status === 'failed')
      .map(({ fullName, failureMessages }) => `${file} › ${fullName}\n${shortMessage(failureMessages.join('\n'))}`);
    return tests.length === 0 && status === 'failed' ? [`${file}\n${shortMessage(message)}`] : tests;
  });
  return { passed: numPassedTests, failures };
}

/** The checks use one core, and so does the build. */
async function checksAndBuild(): Promise<Tally> {
  const built = runBeside('build', process.execPath, ['tools/build.ts']);
  const failures = checks.filter(([name, args]) => !run(name, 'pnpm', [...args])).map(([name]) => name);
  if (!(await built)) {
    console.log('0 passed, 1 failed');
    process.exit(1);
  }
  if (!run('console size', 'pnpm', ['exec', 'size-limit', '--hide-passed'])) failures.push('console size');
  return { passed: 0, failures };
}

function unitTests(wanted: string[], env: Record<string, string>): Tally {
  if (wanted.length === 0) return { passed: 0, failures: [] };
  const projects = wanted.flatMap((ring) => vitestRings[ring] ?? []);
  return vitest(wanted.join(' + '), projects, [], env);
}

// One file after the other: some tests measure times of recovery.
const faultTests = (browser: Record<string, string> | undefined): Tally =>
  browser
    ? vitest(faultsRing.name, faultsRing.projects, ['--no-file-parallelism', ...faultsRing.files], {
        ...browser,
        GENERATED_REQUESTS: process.env.GENERATED_REQUESTS ?? '100000',
      })
    : { passed: 0, failures: [noBrowser] };

/**
 * Folders of tests, and what Chromium's processes share, are in memory where it has room for them, until the end: on a disk, a fifth of the CPU time with the
 * embedded database is the creation and removal of its thousand files.
 */
function folderInMemory(): Record<string, string> {
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

function vitest(name: string, projects: string[], more: string[], env: Record<string, string>): Tally {
  const file = join(state, `vitest-${name.split(' ')[0]}.json`);
  rmSync(file, { force: true });
  // With V8's defaults of 1 to 16 MB, collecting what tests allocate takes a tenth more CPU time.
  const program = ['--min-semi-space-size=64', '--max-semi-space-size=64', 'node_modules/vitest/vitest.mjs'];
  const args = [...program, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const all = [...args, ...projects.map((project) => `--project=${project}`), ...more];
  const succeeded = run(name, process.execPath, all, env);
  return tally(name, file, succeeded, readVitestReport);
}

/** Prints what each failed journey saw last: where only the output is kept, nothing else tells why it failed. */
function printFailedPages(): void {
  for (const path of globSync('e2e/*/error-context.md', { cwd: state })) {
    const [, page = ''] = readFileSync(join(state, path), 'utf8').split('```yaml');
    console.log(`${path}\n${page.slice(0, 12_000)}`);
  }
}

const failedJourneys = ({ specs, suites = [] }: Suite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, line, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      const text = errors.map(({ message }) => message).join('\n');
      return `e2e/${file}:${line} › ${title}\n${shortMessage(text)}`;
    }),
  ...suites.flatMap(failedJourneys),
];

function journeys(browser: Record<string, string>, more: string[] = []): Tally {
  const file = join(state, 'playwright.json');
  rmSync(file, { force: true });
  const env = { ...browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const succeeded = run('browser', 'pnpm', ['exec', 'playwright', 'test', ...more], env);
  if (!succeeded) printFailedPages();
  return tally('browser', file, succeeded, ({ stats, suites }: PlaywrightReport) => ({
    passed: stats.expected,
    failures: suites.flatMap(failedJourneys),
  }));
}

/** The components, then the journeys. */
async function browserTests(wanted: string[], browser: Record<string, string> | undefined): Promise<Tally[]> {
  if (!browser) return [{ passed: 0, failures: [noBrowser] }];
  const env = { ...browser, WITHOUT_DATABASE: 'on', NODE_ENV: 'production' };
  if (!wanted.includes('browser')) return [unitTests(['web'], env)];
  if (!wanted.includes('web')) return [journeys(browser)];
  // Creating them uses one core, and the components leave a part of the other idle.
  const data = runBeside('data of the journeys', process.execPath, ['e2e/setup.config.ts']);
  const components = unitTests(['web'], env);
  return [components, journeys({ ...browser, E2E_DATA: (await data) ? 'created' : '' })];
}

/**
 * Saves pictures of every screen, dialog, panel and menu in `.state/screens`, as `<screen>-<state>-<width>-<theme>.png` (e2e/screens). The arguments are
 * Playwright's: `-g users` takes those of the screens with this name. Returns the exit code.
 */
export async function screenshots(args: string[]): Promise<number> {
  const browser = await findChromium();
  if (!browser) {
    console.error(noBrowser);
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

/**
 * Runs the named rings, or all except `spec-only`, `embedded` and `faults`. `--seeds 20` runs the shapes of the seeds 1 to 20, `--seeds 7-7` those of one. At the
 * end each failure is printed again; the last line is the sum of all runners, in which a failed check counts as one failure. Returns the exit code.
 */
export async function test(args: string[]): Promise<number> {
  const { positionals: wanted, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { seeds: { type: 'string' } },
  });
  const seeds = values.seeds === undefined ? {} : readSeeds(values.seeds);
  if (!seeds) {
    console.error('--seeds is a number of seeds, or the first and the last one: 20, 7-9.');
    return 2;
  }
  const unknown = wanted.filter((name) => !rings.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no ring ${unknown.join(', ')}: name some of ${rings.join(', ')}, or none for all.`);
    return 2;
  }
  const has = (name: string) => (wanted.length === 0 ? !namedOnly.includes(name) : wanted.includes(name));
  const results: Tally[] = [];
  // They take longer than the other checks; the first tests do not keep all cores busy.
  const types = has('static') ? runBeside('types', 'pnpm', ['run', '--silent', 'typecheck']) : Promise.resolve(true);
  if (has('static')) results.push(await checksAndBuild());
  const servers = Object.keys(vitestRings).filter((name) => has(name) && name !== 'web');
  const inBrowser = ['web', 'browser'].filter(has);
  const folder = folderInMemory();
  // One runner after the other: each keeps all cores busy, and beside another it takes more CPU time.
  results.push(unitTests(servers, { ...seeds, ...folder }));
  if (!(await types)) results.push({ passed: 0, failures: ['types'] });
  if (inBrowser.length > 0) {
    const browser = await findChromium();
    if (has('browser')) build();
    results.push(...(await browserTests(inBrowser, browser && { ...browser, ...folder })));
  }
  if (has(faultsRing.name)) {
    build();
    const browser = await findChromium();
    results.push(faultTests(browser && { ...browser, ...folder }));
  }
  const passed = results.reduce((total, result) => total + result.passed, 0);
  const failures = results.flatMap((result) => result.failures);
  // Again at the end: a log of which only the end is kept tells what failed.
  for (const failure of failures) console.log(`✘ ${failure}`);
  console.log(`${passed} passed, ${failures.length} failed`);
  return failures.length === 0 ? 0 : 1;
}
