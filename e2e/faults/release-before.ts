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

/** Fills an empty database as the release before does, and prints a key for each of some users. */
const fill = `
import { createHash, randomBytes } from 'node:crypto';
import { nonSensitiveScopes } from './contract/src/key-scopes.ts';
import { openDatabase } from './platform/src/core/database/database.ts';
import { writeFixtures } from './platform/src/testing/fixtures.ts';
const db = await openDatabase({ databaseUrl: process.env.DATABASE_URL });
const { users } = await writeFixtures(db, new Date());
const keys = ['adm', 'orgA', 'orgB'].map((user) => ({ user, key: randomBytes(24).toString('base64url') }));
const row = { name: 'upgrade', scopes: [...nonSensitiveScopes], created_at: new Date() };
await db.insertInto('api_key').values(keys.map(({ user, key }) => (
  { ...row, ent_usr_id: users[user].id, key_hash: createHash('sha256').update(key).digest('hex') }))).execute();
await db.destroy();
console.log(JSON.stringify(keys.map(({ key }) => key)));`;

/** Fills a database with the fixtures of the release in `folder`; returns keys of the Administrator and of the Organisers of two organisations. */
export function fillAsReleaseBefore(folder: string, databaseUrl: string): [adm: string, orgA: string, orgB: string] {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', fill], { cwd: folder, env }).toString(),
  );
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
