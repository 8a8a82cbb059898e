import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './chromium.ts';
import { readSourceFiles } from './source-files.ts';
import { root, run } from './steps.ts';

const areas = (JSON.parse(readFileSync(join(root, 'tools/areas.json'), 'utf8')) as string[]).join('|');
/** The projects that run for a change of a package: for an area one database and one mode, to bound the time. */
const projects: Record<string, string[]> = {
  contract: ['contract'],
  platform: ['platform'],
  gateway: ['gateway'],
  web: ['web'],
};
const restCallsTest = 'gateway/src/rest-calls.release.test.ts';
const fastChecks = ['requirements', 'security-page', 'guide-links', 'schema-changes', 'code-style', 'prose'];
/** Those that do more unless they only check. */
const checking = ['requirements', 'security-page', 'schema-changes'];

function git(...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr.trim()}`);
  return stdout.split('\n').filter(Boolean);
}

/** The commit to compare with: where the branch left `main`; on `main` itself, or without it, the last commit. */
function baseCommit(): string {
  for (const main of ['main', 'origin/main']) {
    const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', main], { cwd: root, encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  return git('rev-parse', 'HEAD')[0] ?? 'HEAD';
}

/** Paths from the root, with uncommitted and new files. A deleted file has a path too. */
const changedSince = (base: string): string[] => [
  ...git('diff', '--name-only', '--no-renames', base),
  ...git('ls-files', '--others', '--exclude-standard'),
];

/** The files that import a file of the contract, by its name as they write it. */
function importersOf(path: string): string[] {
  const name = path.replace(/^contract\/src\/(.*)\.ts$/, '@console/contract/$1');
  return readSourceFiles()
    .filter(({ text }) => text.includes(`'${name}'`))
    .map(({ path }) => path);
}

/**
 * What vitest has to look at for a changed file: a test file by itself, an area by its folder, anything else by the whole package. Within that, vitest
 * runs the files that import what has changed.
 */
function scopesOf(path: string): string[] {
  if (/\.test\.tsx?$/.test(path)) return [path];
  const [, area] = new RegExp(`^((?:platform|gateway)/src/(?:${areas})/)`).exec(path) ?? [];
  if (area) return [area];
  const [, whole, name = ''] = /^((contract|platform|gateway|web)\/src\/)/.exec(path) ?? [];
  if (!whole) return [];
  return name === 'contract' && !path.includes('.test.') ? [whole, ...importersOf(path).flatMap(scopesOf)] : [whole];
}

/** Runs the checks and tests of what has changed; journeys are left out. Returns the exit code. */
export async function testChanged(): Promise<number> {
  const base = baseCommit();
  const changed = [...new Set(changedSince(base))];
  console.log(`${changed.length} files have changed since ${base.slice(0, 10)}`);
  if (changed.length === 0) return 0;
  const results: boolean[] = [];
  const check = (name: string, ...args: string[]) => results.push(run(name, 'pnpm', ['exec', ...args]));
  const present = changed.filter((path) => existsSync(join(root, path)));
  // Several checkers repeat each other's work.
  check('types', 'tsc', '-b', '--checkers', '1');
  check(
    'lint',
    'biome',
    'ci',
    '--error-on-warnings',
    '--no-errors-on-unmatched',
    '--files-ignore-unknown=true',
    ...present,
  );
  for (const script of ['boundaries', 'unused']) results.push(run(script, 'pnpm', ['run', '--silent', script]));
  for (const name of fastChecks) check(name, 'node', `tools/${name}.ts`, ...(checking.includes(name) ? ['check'] : []));

  const scopes = [...new Set(changed.flatMap(scopesOf))];
  const packages = Object.keys(projects).filter((name) => scopes.some((scope) => scope.startsWith(`${name}/`)));
  const servers = packages.filter((name) => name !== 'web');
  const vitest = (name: string, wanted: string[], env: Record<string, string>) => {
    const args = wanted.flatMap((one) => projects[one] ?? []).map((project) => `--project=${project}`);
    const own = scopes.filter((scope) => wanted.some((one) => scope.startsWith(`${one}/`)));
    const all = ['exec', 'vitest', 'run', `--changed=${base}`, '--passWithNoTests', ...args, ...own];
    results.push(run(name, 'pnpm', all, env));
  };
  if (servers.length > 0) vitest(servers.join(' + '), servers, {});
  // The schema is read as text: no test imports it.
  if (changed.includes('schema.graphql')) check('rest calls', 'vitest', 'run', '--project=gateway', restCallsTest);
  if (packages.includes('web')) {
    const browser = await findChromium();
    if (browser) vitest('web', ['web'], { ...browser, WITHOUT_DATABASE: 'on', NODE_ENV: 'production' });
    else results.push(false);
  }
  const failed = results.filter((succeeded) => !succeeded).length;
  console.log(
    `${results.length - failed} passed, ${failed} failed. Not run: journeys, other databases and modes (npm test)`,
  );
  return failed === 0 ? 0 : 1;
}
