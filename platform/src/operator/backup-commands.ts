import { parseArgs } from 'node:util';
import { hasProblem, printFindings } from '@console/server-base/check-network';
import { readSecret } from '@console/server-base/secret-file';
import { StartError } from '@console/server-base/settings';
import { systemClock } from '../core/base/clock.ts';
import { createPepper, type Pepper } from '../core/base/keys.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import { encryptTo, readPublicKeys } from './backup-encryption.ts';
import { type BackupRun, recordBackup } from './backup-runs.ts';
import { openBackup } from './backup-source.ts';
import { chooseTarget, deleteOldBackups, writeTarget } from './backup-target.ts';
import { checkBackup } from './check-backup.ts';
import { dumpDatabase } from './dump-database.ts';
import { fromHere } from './from-here.ts';
import { interruptible } from './interruptible.ts';
import { openEmbeddedData, openServerData } from './open-data-folder.ts';
import { sendToPlatform } from './operator-client.ts';
import { restoreBackup } from './restore-backup.ts';
import { restoreDatabase } from './restore-database.ts';
import { verifyData } from './verify-data.ts';
import { writeBackup } from './write-backup.ts';

/** `string` for options with a value. */
type Options = Record<string, 'boolean' | 'string'>;

function readArguments(args: string[], options: Options, usage: string) {
  try {
    const types = Object.fromEntries(Object.entries(options).map(([name, type]) => [name, { type }]));
    const { values, positionals } = parseArgs({ args, options: types, allowPositionals: true });
    const [file, ...rest] = positionals;
    const text = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined);
    if (file && rest.length === 0) return { file: fromHere(file), has: (name: string) => values[name] === true, text };
  } catch {
    // Unknown options print the usage.
  }
  throw new StartError(usage);
}

type Write = (contents: AsyncIterable<Uint8Array>) => Promise<unknown>;

export async function backup(args: string[], settings: PlatformSettings): Promise<string> {
  const { file, has, text } = readArguments(
    args,
    { 'with-secrets': 'boolean', force: 'boolean', 'public-key': 'string', 'keep-days': 'string' },
    'Usage: backup FILE_OR_FOLDER [--public-key KEY_OR_FILE] [--with-secrets] [--force] [--keep-days N]',
  );
  const givenKey = text('public-key') ?? settings.backupPublicKey;
  const keys = givenKey === undefined ? [] : await readPublicKeys(givenKey, fromHere);
  const isEncrypted = keys.length > 0;
  const hasSecrets = isEncrypted || has('with-secrets');
  if (settings.databaseUrl !== undefined && !hasSecrets)
    throw new StartError(
      'A backup of PostgreSQL contains all secrets. Encrypt it with --public-key age1…, or write it unencrypted with --with-secrets and store it like a password.',
    );
  const now = new Date();
  const target = await chooseTarget(file, { now, isEncrypted, force: has('force') });
  const days = readKeepDays(text('keep-days'), target.folder);
  const { rows, bytes } = await interruptible(async (signal) => {
    let written = 0;
    const write: Write = async (contents) => {
      written = await writeTarget(target, isEncrypted ? encryptTo(keys, contents) : contents, signal);
    };
    const record = () => ({ bytes: written, is_encrypted: isEncrypted, has_secrets: hasSecrets });
    const count = settings.databaseUrl
      ? await backUpServer({ ...settings, databaseUrl: settings.databaseUrl }, { write, record, signal })
      : await backUpEmbedded(settings.dataDir, { hasSecrets, write, record, signal });
    return { rows: count, bytes: written };
  });
  const deleted =
    days === null || target.folder === null
      ? 0
      : await deleteOldBackups(target.folder, { newest: target.path, days, now });
  const secrets = isEncrypted
    ? 'encrypted, with secrets'
    : hasSecrets
      ? 'with secrets. Store it like a password'
      : 'without passwords, keys and other secrets';
  const older = deleted > 0 ? ` ${deleted} older ${deleted === 1 ? 'backup was' : 'backups were'} deleted.` : '';
  return `Backed up ${rows} rows to ${target.path} (${Math.ceil(bytes / 1000)} kB), ${secrets}.${older}\n`;
}

function readKeepDays(text: string | undefined, folder: string | null): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new StartError('--keep-days must be a whole number from 1 to 99999.');
  if (folder === null)
    throw new StartError('--keep-days deletes older backups in a folder. Name a folder instead of a file.');
  return Number(text);
}

interface BackupWork {
  write: Write;
  record(): Omit<BackupRun, 'row_count'>;
  signal: AbortSignal;
}

async function backUpServer(
  settings: PlatformSettings & { databaseUrl: string },
  { write, record, signal }: BackupWork,
): Promise<number> {
  const rows = await dumpDatabase(settings, signal, write);
  await noteFailure(async () => {
    const { db, close } = await openServerData(settings.databaseUrl, { isWritable: true });
    await recordBackup({ db, clock: systemClock }, { ...record(), row_count: rows }).finally(close);
  });
  return rows;
}

async function backUpEmbedded(
  dataDir: string,
  { hasSecrets, write, record, signal }: BackupWork & { hasSecrets: boolean },
): Promise<number> {
  const data = await openEmbeddedData(dataDir);
  try {
    const ended = data.signal ? AbortSignal.any([data.signal, signal]) : signal;
    const rows = await writeBackup(data.db, { hasSecrets, signal: ended }, write);
    const run = { ...record(), row_count: rows };
    await noteFailure(async () => {
      // A signal shows that a platform runs, and that the opened data is a copy of its database.
      if (data.signal) (await sendToPlatform(dataDir, { command: 'backup-done', ...run }))?.close();
      else await recordBackup({ db: data.db, clock: systemClock }, run);
    });
    return rows;
  } finally {
    await data.close();
  }
}

/** The backup is complete, so a failure to store its time is only a warning. */
async function noteFailure(store: () => Promise<void>): Promise<void> {
  await store().catch((error: Error) => {
    process.stderr.write(
      `The backup is complete, but could not be recorded for the metrics: ${error.message.replace(/[.\s]+$/, '')}.\n`,
    );
  });
}

/** Restores a backup into the configured database, or tries it elsewhere. */
export async function restore(args: string[], settings: PlatformSettings): Promise<string> {
  const usage = 'Usage: restore FILE [--identity FILE], or restore --check FILE [--identity FILE] [--database URL]';
  const { file, has, text } = readArguments(args, { check: 'boolean', identity: 'string', database: 'string' }, usage);
  const [identity, emptyDatabaseUrl] = [text('identity'), text('database')];
  if (emptyDatabaseUrl !== undefined && !has('check')) throw new StartError(usage);
  if (emptyDatabaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(emptyDatabaseUrl))
    throw new StartError('--database must be a URL that begins with postgres:// or postgresql://.');
  const source = await openBackup(file, identity === undefined ? undefined : fromHere(identity));
  if (has('check')) {
    const pepper = await readPepper(settings);
    const findings = await interruptible((signal) =>
      checkBackup(source, { settings, pepper, emptyDatabaseUrl, signal }),
    );
    return report(findings);
  }
  const { databaseUrl } = settings;
  if (databaseUrl === undefined) {
    if (source.kind === 'postgresql')
      throw new StartError(`"${file}" is a backup of PostgreSQL. Set DATABASE_URL to an empty database.`);
    const { header, rows, replaced } = await restoreBackup(settings.dataDir, source);
    const where = replaced ? ', replacing the earlier data' : '';
    return describeRestore({ rows, createdAt: header.created_at, where, hasSecrets: header.has_secrets });
  }
  if (source.kind === 'embedded')
    throw new StartError(`"${file}" is a backup of an embedded database. Restore it without DATABASE_URL.`);
  const { manifest, rows } = await interruptible((signal) =>
    restoreDatabase({ ...settings, databaseUrl }, source, signal),
  );
  const where = ' into the database of DATABASE_URL';
  return describeRestore({ rows, createdAt: manifest.created_at, where, hasSecrets: true });
}

function describeRestore({
  rows,
  createdAt,
  where,
  hasSecrets,
}: {
  rows: number;
  createdAt: string;
  where: string;
  hasSecrets: boolean;
}): string {
  const lines = [
    `Restored ${rows} rows from the backup of ${createdAt}${where}. All sessions have ended.`,
    ...(hasSecrets
      ? []
      : [
          'The backup has no secrets. Users set a new password with "Forgot password" and set up authenticator apps again. API keys and client secrets must be created again.',
        ]),
    'Check the data with verify-data before you start the console.',
  ];
  return `${lines.join('\n')}\n`;
}

export async function verify(args: string[], settings: PlatformSettings): Promise<string> {
  if (args.length > 0) throw new StartError('Usage: verify-data');
  const { databaseUrl, dataDir } = settings;
  const pepper = await readPepper(settings);
  const data = databaseUrl ? await openServerData(databaseUrl) : await openEmbeddedData(dataDir);
  try {
    return report(await verifyData(data.db, pepper));
  } finally {
    await data.close();
  }
}

function report(findings: Parameters<typeof printFindings>[0]): string {
  if (hasProblem(findings)) process.exitCode = 1;
  return printFindings(findings);
}

/** Reports that no start of a chain can be verified if the secret is missing. */
async function readPepper({ secrets, dataDir }: PlatformSettings): Promise<Pepper> {
  const used = secrets.length > 0 ? secrets : ((await readSecret(dataDir, 'platform'))?.split(',') ?? []);
  return createPepper(used.length > 0 ? used : ['-']);
}
