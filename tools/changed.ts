import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSourceFiles } from './source-files.ts';
import { root, run } from './steps.ts';
import { report, tallyOf } from './tally.ts';
import { components, failedChecks, vitest, withBrowser } from './test.ts';

/** Vitest projects for a changed package. For an area, only one database and one mode, to limit the time. */
const serverProjects = ['contract', 'server-base', 'platform', 'gateway'];
const area =
  /^(?:platform|gateway)\/src\/(?!(?:base|check-api|core|demo|doctor|generated|graphql|http|migrations|operator|product-api|specified|testing)\/)[^/]+\//;
const restCallsTest = 'gateway/src/rest-calls.release.test.ts';

function git(...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr.trim()}`);
  return stdout.split('\n').filter(Boolean);
}

/** Commit to compare with: where the branch left `main`, otherwise the last commit. */
function baseCommit(): string {
  const [main = 'HEAD'] = git('for-each-ref', '--format=%(refname)', 'refs/heads/main', 'refs/remotes/origin/main');
  return git('merge-base', 'HEAD', main)[0] ?? 'HEAD';
}

function importersOf(path: string): string[] {
  const name = path.replace(/^([\w-]+)\/src\/(.*)\.ts$/, '@console/$1/$2');
  return readSourceFiles()
    .filter(({ text }) => text.includes(`'${name}'`))
    .map(({ path }) => path);
}

/** Scopes for Vitest: a test file itself, an area by folder, otherwise the whole package. */
function scopesOf(path: string): string[] {
  if (/\.test\.tsx?$/.test(path)) return [path];
  const [ofArea] = area.exec(path) ?? [];
  if (ofArea) return [ofArea];
  const [, whole, name] = /^((contract|server-base|platform|gateway|web)\/src\/)/.exec(path) ?? [];
  if (!whole) return [];
  return name === 'contract' || name === 'server-base' ? [whole, ...importersOf(path).flatMap(scopesOf)] : [whole];
}

/** Checks and tests changes, including uncommitted and new files, without journeys. Returns the exit code. */
export async function testChanged(): Promise<number> {
  const base = baseCommit();
  const differing = [
    ...git('diff', '--name-only', '--no-renames', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const changed = [...new Set(differing)];
  console.log(`${changed.length} files have changed since ${base.slice(0, 10)}`);
  if (changed.length === 0) return 0;
  const present = changed.filter((path) => existsSync(join(root, path)));
  const lint = [
    'exec',
    'biome',
    'ci',
    '--error-on-warnings',
    '--no-errors-on-unmatched',
    '--files-ignore-unknown=true',
  ];
  const failed = failedChecks({ lint: [...lint, ...present] });
  // A single checker, because several repeat each other's work.
  if (!run('types', 'pnpm', ['exec', 'tsc', '-b', '--checkers', '1'])) failed.push('types');
  const results = [tallyOf(...failed.map((test) => ({ test, text: '' })))];

  const scopes = [...new Set(changed.flatMap(scopesOf))];
  const inPackages = (names: string[]) => scopes.filter((scope) => names.some((name) => scope.startsWith(`${name}/`)));
  const ofChange = [`--changed=${base}`, '--passWithNoTests'];
  const servers = serverProjects.filter((name) => inPackages([name]).length > 0);
  results.push(vitest(servers.join(' + '), servers, [...ofChange, ...inPackages(servers)], {}));
  // The schema is read as text: no test imports it.
  if (changed.includes('schema.graphql')) results.push(vitest('rest calls', ['gateway'], [restCallsTest], {}));
  const inWeb = inPackages(['web']);
  if (inWeb.length > 0) results.push(...(await withBrowser((browser) => [components(browser, ...ofChange, ...inWeb)])));
  console.log('Not run: journeys, other databases and modes (npm test)');
  return report(results);
}
