import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { appendFile, cp, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nonSensitiveScopes } from '@console/contract/key-scopes';
import { openDatabase } from '@console/platform/core/database/database';
import { writeFixtures } from '@console/platform/testing/fixtures';

const root = join(import.meta.dirname, '../..');

/** Migrates an empty database, writes the fixtures, and returns keys of the Administrator and of the Organisers of two organisations. */
export async function fillDatabase(databaseUrl: string): Promise<[adm: string, orgA: string, orgB: string]> {
  const db = await openDatabase({ databaseUrl });
  const { users } = await writeFixtures(db, new Date());
  const keyOf = async (user: 'adm' | 'orgA' | 'orgB') => {
    const key = randomBytes(24).toString('base64url');
    const key_hash = createHash('sha256').update(key).digest('hex');
    const row = { name: 'upgrade', scopes: [...nonSensitiveScopes], created_at: new Date() };
    await db
      .insertInto('api_key')
      .values({ ...row, ent_usr_id: users[user].id, key_hash })
      .execute();
    return key;
  };
  const keys = [await keyOf('adm'), await keyOf('orgA'), await keyOf('orgB')] as const;
  await db.destroy();
  return [...keys];
}

/** What the next release has in addition to this one. */
const oneMigrationMore = `
Object.assign(migrations, {
  '9999_next': { up: (db) => db.schema.alterTable('ent_usr').addColumn('of_next_release', 'text').execute() },
});
`;

/** Copies this release with one migration more, and returns the folder of the copy. */
export async function buildNextRelease(): Promise<string> {
  const folder = join(root, '.state/next-release');
  await rm(folder, { recursive: true, force: true });
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 2 ** 26 })
    .toString()
    .split('\0');
  for (const file of files.filter(Boolean)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(root, file), join(folder, file));
  }
  await appendFile(join(folder, 'platform/src/core/database/migrate.ts'), oneMigrationMore);
  // Any command of the repository installs first.
  const args = ['tools/bootstrap.mjs', 'exec', 'pnpm', '--version'];
  execFileSync(process.execPath, args, { cwd: folder, env: { ...process.env, CI: 'true' }, stdio: 'pipe' });
  return folder;
}
