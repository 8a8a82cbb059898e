import { existsSync } from 'node:fs';
import { access, constants, cp, mkdtemp, realpath, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Finding } from '@console/server-base/check-network';
import { isLocalAddress, StartError, systemErrorReason } from '@console/server-base/settings';
import { sql } from 'kysely';
import { hourMs, systemClock } from '../core/base/clock.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import { explainOlder } from '../core/database/baseline.ts';
import { lockDataFolder, replacedName } from '../core/database/data-folder.ts';
import { findLater } from '../core/database/later-migrations.ts';
import { migrations } from '../core/database/migrate.ts';
import { checkServer } from './check-server.ts';
import { findOpenPaths } from './data-folder-modes.ts';
import { describeFreeSpace } from './free-space.ts';
import { openFolder, openServerData } from './open-data-folder.ts';
import { sendToPlatform } from './operator-client.ts';
import { type PlatformStatus, parseStatus, readStatus } from './platform-status.ts';

/** Findings, and the status of the database; null if it cannot be read. */
export interface DatabaseCheck {
  findings: Finding[];
  status: PlatformStatus | null;
}

const subject = 'database';

/** Checks data folder and database without changes; not the database if DATABASE_URL is wrong. */
export async function checkDatabase(
  settings: PlatformSettings,
  wrong: ReadonlyMap<string, string>,
): Promise<DatabaseCheck> {
  const folder = await checkFolder(settings.dataDir);
  if (wrong.has('DATABASE_URL')) return { findings: folder, status: null };
  const { status, findings: found } = await findStatus(settings);
  const findings = [
    ...folder,
    ...found,
    ...(status ? [...describeStatus(status, settings), ...describeBackup(status, settings)] : []),
    ...(await checkReplica(settings)),
  ];
  return { findings, status };
}

/** Whether lists can come from DATABASE_READ_URL; otherwise the primary provides them. */
async function checkReplica({ databaseReadUrl }: PlatformSettings): Promise<Finding[]> {
  if (!databaseReadUrl) return [];
  const about = (level: Finding['level'], text: string): Finding => ({
    level,
    subject,
    text: `DATABASE_READ_URL ${text}`,
  });
  try {
    const { db, close } = await openServerData(databaseReadUrl);
    const { rows } = await sql<{ is_replica: boolean }>`select pg_is_in_recovery() as is_replica`
      .execute(db)
      .finally(close);
    return [
      rows[0]?.is_replica
        ? about('ok', 'leads to a replica.')
        : about('warning', 'does not lead to a replica and is not used. Correct it.'),
    ];
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [about('warning', 'cannot be reached and is not used. Start the replica, or correct the setting.')];
  }
}

async function checkFolder(dataDir: string): Promise<Finding[]> {
  const about = (level: Finding['level'], text: string): Finding => ({ level, subject: 'data folder', text });
  if (!existsSync(dataDir))
    return [about('ok', `DATA_DIR "${dataDir}" does not exist yet. The first start creates it.`)];
  const unwritable = await access(dataDir, constants.W_OK).then(
    () => null,
    (error) =>
      about(
        'problem',
        `DATA_DIR "${dataDir}" cannot be written: ${systemErrorReason(error)}. Check its owner and permissions.`,
      ),
  );
  if (unwritable) return [unwritable];
  const found: Finding[] = [];
  const open = findOpenPaths(dataDir).map(({ path }) => path);
  const isSecret = (path: string) => path.endsWith('.secret');
  for (const path of open.filter(isSecret))
    found.push(about('warning', `${basename(path)} can be read by other accounts. Run chmod 600 on it.`));
  const [example, ...more] = open.filter((path) => !isSecret(path));
  if (example !== undefined)
    found.push(
      about(
        'warning',
        `"${example}"${more.length > 0 ? ` and ${more.length} more` : ''} can be read by other accounts. The next start corrects this.`,
      ),
    );
  const space = await statfs(dataDir);
  const little = describeFreeSpace(space);
  if (little) found.push(about(little.level, little.text));
  if (found.length > 0) return found;
  return [
    about('ok', `The folder can be written to and has ${((space.bavail * space.bsize) / 1e9).toFixed(1)} GB free.`),
  ];
}

async function findStatus(settings: PlatformSettings): Promise<DatabaseCheck> {
  try {
    if (settings.databaseUrl) return await readServer(settings, settings.databaseUrl);
    const answer = existsSync(settings.dataDir) ? await sendToPlatform(settings.dataDir, { command: 'status' }) : null;
    answer?.close();
    if (answer) return { status: parseStatus(answer.value), findings: [] };
    return await readStopped(settings);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { status: null, findings: [{ level: 'problem', subject, text: error.message }] };
  }
}

async function readServer(settings: PlatformSettings, databaseUrl: string): Promise<DatabaseCheck> {
  const { db, close } = await openServerData(databaseUrl);
  try {
    const { findings, isUsable } = await checkServer(db, databaseUrl);
    return { status: isUsable ? await readStatus({ clock: systemClock, settings }, db) : null, findings };
  } finally {
    await close();
  }
}

async function readStopped(settings: PlatformSettings): Promise<DatabaseCheck> {
  const services = { clock: systemClock, settings };
  const path = join(settings.dataDir, 'database');
  if (existsSync(join(settings.dataDir, replacedName)) && !existsSync(path))
    return {
      status: null,
      findings: [
        { level: 'warning', subject, text: 'A restore was interrupted. The next start brings the earlier data back.' },
      ],
    };
  if (!existsSync(path))
    return { status: null, findings: [{ level: 'ok', subject, text: 'No database yet. The first start creates it.' }] };
  // A copy, because opening the embedded database writes to it.
  const folder = await mkdtemp(join(tmpdir(), 'console-doctor-'));
  try {
    const copy = join(folder, 'database');
    const release = await lockDataFolder(await realpath(settings.dataDir));
    await cp(path, copy, { recursive: true, mode: constants.COPYFILE_FICLONE }).finally(release);
    const { db, close } = await openFolder(copy, undefined, async () => {});
    return { status: await readStatus(services, db).finally(close), findings: [] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const oldBackupMs = 26 * hourMs;

/** In production, the last backup must not be much older than a day. */
function describeBackup(
  { last_backup_at, migrations: applied, now }: PlatformStatus,
  { publicUrl }: PlatformSettings,
): Finding[] {
  if (isLocalAddress(publicUrl) || applied.length === 0) return [];
  const about = (level: Finding['level'], text: string): Finding[] => [{ level, subject: 'backup', text }];
  if (last_backup_at === null) return about('warning', 'The command backup has never completed. Run it every day.');
  const age = Date.parse(now) - Date.parse(last_backup_at);
  const hours = Math.max(0, Math.round(age / hourMs));
  return age > oldBackupMs
    ? about('warning', `The last backup is ${hours} hours old (${last_backup_at}). Check the job that runs it.`)
    : about('ok', `The last backup is ${hours} hours old.`);
}

function describeStatus(status: PlatformStatus, { databaseUrl }: PlatformSettings): Finding[] {
  const about = (level: Finding['level'], text: string): Finding => ({ level, subject, text });
  const known = Object.keys(migrations);
  const { later, incompatible } = findLater(status.migrations, migrations);
  const version = Math.floor(status.server_version / 10_000);
  const found: Finding[] = [];
  if (incompatible)
    found.push(about('problem', `The data are from a newer release (migration ${incompatible}). Start that release.`));
  else if (later.length > 0)
    found.push(
      about('warning', `The data are from a newer, compatible release (migration ${later[0]}). Upgrade this one too.`),
    );
  const applied = new Set(status.migrations.map(({ name }) => name));
  const older = explainOlder([...applied]);
  if (older) found.push(about('problem', `The database ${older}.`));
  const missing = known.filter((name) => !applied.has(name)).length;
  if (!older && !incompatible && missing > 0)
    found.push(
      status.migrations.length === 0
        ? about('ok', 'No tables yet. The first start creates them.')
        : about('warning', `The next start runs ${missing} migrations. Back up the database first.`),
    );
  if (status.migrations.length > 0 && status.users > 0 && status.administrators === 0)
    found.push(about('warning', 'There is no active Administrator. Run make-administrator EMAIL.'));
  const { collations, repair } = status.changed_collations;
  if (collations.length > 0)
    found.push(
      about(
        'warning',
        `The sort order of text has changed since the indexes were built, so lists can miss rows (${collations.map(({ name, stored, actual }) => `collation ${name}: ${stored}, now ${actual}`).join('; ')}). ${databaseUrl ? `Run ${repair.join('; ')};` : 'Back up and restore.'}`,
      ),
    );
  found.push(...describeDoubles(status, about));
  if (found.length > 0) return found;
  const where = databaseUrl ? `PostgreSQL ${version}` : 'Embedded';
  return [about('ok', `${where}, all migrations applied, ${status.users} users.`)];
}

/** Users with two spellings of one email, which only a person can tell apart. */
function describeDoubles({ doubles }: PlatformStatus, about: (level: Finding['level'], text: string) => Finding) {
  if (doubles.length === 0) return [];
  const named = doubles.slice(0, 5).map(({ id, email, other }) => `${email} (user ${id}) and ${other}`);
  const more = doubles.length > named.length ? ` and ${doubles.length - named.length} more` : '';
  const text = `Two users have one mailbox in two spellings: ${named.join('; ')}${more}. Each signs in with their own spelling. Deactivate and erase the user that is not needed. The other one is then converted within an hour.`;
  return [about('warning', text)];
}
