import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from './chromium.ts';
import { build, must, root, run, runBeside, state } from './steps.ts';
import { type Suite, suites } from './suites.ts';
import { parseJourneys, report, type Tally, tallyOf, tallyRun } from './tally.ts';

const script = (name: string, ...args: string[]) => ['exec', 'node', `tools/${name}.ts`, ...args];
const checks: Record<string, string[]> = {
  lint: ['run', '--silent', 'lint'],
  boundaries: ['run', '--silent', 'boundaries'],
  'unused code': ['run', '--silent', 'unused'],
  requirements: script('requirements'),
  guides: script('guide-links'),
  'released schema': script('schema-changes', 'check'),
  'code style': script('code-style'),
  prose: script('prose'),
};
// The first `npm run bench` installs the dependencies of the bench.
if (existsSync(join(root, 'bench/node_modules'))) checks['bench types'] = ['exec', 'tsc', '-p', 'bench'];

/** Runs all checks, even after a failed one. Returns the names of the failed checks. */
export const failedChecks = (replaced: Record<string, string[]> = {}): string[] =>
  Object.entries({ ...checks, ...replaced }).flatMap(([name, args]) => (run(name, 'pnpm', args) ? [] : [name]));

const serverParts: Record<Suite, Record<string, string[]>> = {
  quick: {
    contract: ['contract'],
    'server-base': ['server-base'],
    platform: ['platform'],
    gateway: ['gateway', 'gateway-spec-only'],
  },
  release: {
    platform: ['platform', 'platform-embedded'],
    gateway: ['gateway'],
    shapes: ['gateway-shapes-*'],
  },
};
const modes: Record<string, string[]> = { 'spec-only': ['gateway-spec-only'], embedded: ['platform-embedded'] };
const servers = ['contract', 'server-base', ...Object.keys(serverParts.release), ...Object.keys(modes)];
const parts = ['static', ...servers, 'web', 'browser', 'faults'];
const noBrowser =
  'No Chromium or Chrome could be found or installed: install one, or set CHROMIUM_PATH, and try again.';

type Env = Record<string, string>;

/** The checks use one core, the build and the type check the other. */
async function checksAndBuild(): Promise<Tally> {
  const built = runBeside('build', process.execPath, ['tools/build.ts']);
  const types = runBeside('types', 'pnpm', ['run', '--silent', 'typecheck']);
  const failed = failedChecks();
  must(await built);
  if (!run('console size', 'pnpm', ['exec', 'size-limit', '--hide-passed'])) failed.push('console size');
  if (!(await types)) failed.push('types');
  return tallyOf(...failed.map((test) => ({ test, text: '' })));
}

/** Uses memory for test folders if there is room: creating an embedded database's files on a disk is a fifth of its CPU time. */
function folderInMemory(): Env {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return {};
  const { bavail, bsize } = statfsSync(memory);
  if (Math.min(bavail * bsize, process.availableMemory()) < 8 * 2 ** 30) return {};
  const folder = mkdtempSync(join(memory, 'console-tests-'));
  // Same mode as the system's folder: the database server is another user's.
  chmodSync(folder, 0o1777);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // A terminal interrupts the runner as well: this process takes no signal while it waits.
  process.once('SIGINT', () => process.exit(1));
  return { TMPDIR: folder };
}

export function vitest(name: string, projects: string[], more: string[], env: Env): Tally {
  if (projects.length === 0) return tallyOf();
  // A large young generation: V8's defaults of 1 to 16 MB cost tests a tenth more CPU time.
  const program = ['--min-semi-space-size=64', '--max-semi-space-size=64', 'node_modules/vitest/vitest.mjs'];
  const args = [...program, 'run', ...projects.map((project) => `--project=${project}`), ...more];
  return tallyRun(name, JSON.parse, (file) => run(name, process.execPath, args, { ...env, TALLY_FILE: file }));
}

/** Component tests in a browser, or only these files. */
export const components = (browser: Env, ...more: string[]): Tally =>
  vitest('web', ['web'], more, { ...browser, WITHOUT_DATABASE: 'on', NODE_ENV: 'production' });

function journeys(env: Env, more: string[] = []): Tally {
  return tallyRun('browser', parseJourneys, (file) => {
    const args = ['exec', 'playwright', 'test', ...more];
    if (run('browser', 'pnpm', args, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file })) return true;
    // The last state of each failed journey, if only the output is stored.
    for (const path of globSync('e2e/*/error-context.md', { cwd: state })) {
      const [, page = ''] = readFileSync(join(state, path), 'utf8').split('```yaml');
      console.log(`${path}\n${page.slice(0, 12_000)}`);
    }
    return false;
  });
}

export async function withBrowser(use: (browser: Env) => Tally[] | Promise<Tally[]>): Promise<Tally[]> {
  const browser = await findChromium();
  return browser ? use(browser) : [tallyOf({ test: 'browser', text: noBrowser })];
}

/** Saves pictures of every screen, dialog, panel and menu in `.state/screens` (e2e/screens). The arguments are Playwright's. Returns the exit code. */
export async function screenshots(args: string[]): Promise<number> {
  build();
  return report(await withBrowser((browser) => [journeys({ ...browser, SCREENSHOTS: 'on' }, args)]));
}

async function runSuite(suite: Suite, named: string[], more: Env): Promise<Tally[]> {
  const isDefault = (part: string) =>
    part in serverParts[suite] || part === 'web' || part === 'browser' || (suite === 'release' && part === 'faults');
  const has = (part: string) => (named.length === 0 ? isDefault(part) : named.includes(part));
  // An unstable test is only reported, because a busy machine can cause it. In the release suite it fails.
  const env = { ...more, TEST_SUITE: suite };
  const servers = Object.entries(serverParts[suite]).filter(([part]) => has(part));
  const [names, projects] = [servers.map(([part]) => part), servers.flatMap(([, projects]) => projects)];
  // One runner after the other: each keeps all cores busy, and parallel runners take more CPU time.
  const results = [vitest(names.join(' + '), projects, [], env)];
  if (!['web', 'browser', 'faults'].some(has)) return results;
  const inBrowser = await withBrowser(async (found) => {
    const browser = { ...found, ...env };
    const tallies: Tally[] = [];
    if (has('browser') || has('faults')) build();
    // Creating the data uses one core, and the component tests leave a part of the other idle.
    const isCreatingData = has('web') && has('browser');
    const data = isCreatingData && runBeside('data of the journeys', process.execPath, ['e2e/setup.config.ts']);
    if (has('web')) tallies.push(components(browser));
    if (has('browser')) tallies.push(journeys({ ...browser, E2E_DATA: (await data) ? 'created' : '' }));
    // One file after the other, because some measure times of recovery.
    if (has('faults')) tallies.push(vitest('faults', ['faults'], ['--no-file-parallelism', 'e2e/faults'], browser));
    return tallies;
  });
  if (!named.includes('faults')) return [...results, ...inBrowser];
  const requests = { GENERATED_REQUESTS: process.env.GENERATED_REQUESTS ?? '100000' };
  const files = ['--no-file-parallelism', '.generated.release.test.ts'];
  return [...results, ...inBrowser, vitest('generated', ['platform', 'gateway'], files, { ...env, ...requests })];
}

/** `npm test`, as docs/contributing.md describes it: suites and names of parts restrict it. Returns the exit code. */
export async function test(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { all: { type: 'boolean' } } });
  const named = positionals.filter((name) => name !== 'all' && name !== 'release');
  const unknown = named.filter((name) => !parts.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no part ${unknown.join(', ')}: name some of ${parts.join(', ')}, or none for all.`);
    return 2;
  }
  const ofRelease = named.length > 0 && named.every((name) => name === 'shapes' || name === 'faults');
  const isRelease = positionals.includes('release') || ofRelease;
  const wanted = suites.filter((suite) => positionals.includes('all') || isRelease === (suite === 'release'));
  const results: Tally[] = [];
  if (named.length === 0 ? wanted.includes('quick') : named.includes('static')) {
    results.push(await checksAndBuild());
    if (results.some(({ failures }) => failures.length > 0) && !values.all) {
      console.log('No test was run: a check failed. `npm test -- --all` runs the tests all the same.');
      return report(results);
    }
  }
  const env = folderInMemory();
  for (const suite of wanted) results.push(...(await runSuite(suite, named, env)));
  for (const [name, projects] of Object.entries(modes).filter(([name]) => named.includes(name)))
    results.push(vitest(name, projects, [], env));
  return report(results);
}
