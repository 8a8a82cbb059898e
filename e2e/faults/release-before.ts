import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The commit of the release before this one, as docs/releases.md names it. */
function baseline(repository: string): string {
  const [, commit] =
    /^\| \d.*?`([0-9a-f]{40})`/m.exec(readFileSync(join(repository, 'docs/releases.md'), 'utf8')) ?? [];
  if (!commit) throw new Error('docs/releases.md names no baseline.');
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: repository, stdio: 'pipe' });
  } catch {
    throw new Error(
      `The history of this copy lacks the release before, ${commit}: git fetch --unshallow (or git fetch origin ${commit}), and try again.`,
    );
  }
  return commit;
}

/** Builds the release before this one from the repository's history, once; returns its folder. */
export function buildReleaseBefore(repository = root): string {
  const commit = baseline(repository);
  const folder = join(repository, '.state/releases', commit);
  const done = join(folder, '.built');
  if (existsSync(done)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = execFileSync('git', ['archive', commit], { cwd: repository, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x'], { cwd: folder, input: files });
  // Any command of the repository installs first.
  const [node, args] = [process.execPath, ['tools/bootstrap.mjs', 'exec', 'pnpm', '--version']];
  execFileSync(node, args, { cwd: folder, env: { ...process.env, CI: 'true' }, stdio: 'pipe' });
  writeFileSync(done, '');
  return folder;
}
