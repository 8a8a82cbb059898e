import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartError, systemErrorReason } from '@console/server-base/settings';
import { dayMs } from '../core/base/clock.ts';
import { readHead, recognise } from './backup-source.ts';

/** Path of a backup, and whether the console chose its name. */
export interface BackupTarget {
  path: string;
  /** Folder that was given instead of a file. */
  folder: string | null;
  force: boolean;
}

/** Names in a folder; encrypted ones have the suffix of `age`. */
const madeName = /^console-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup(\.age)?$/;
const unfinishedName = /^console-\d{8}T\d{6}Z\.backup(\.age)?\.[0-9a-f]{12}\.unfinished$/;

/** Chooses the file before any work. Throws StartError if it exists or its folder does not. */
export async function chooseTarget(
  given: string,
  { now, isEncrypted, force }: { now: Date; isEncrypted: boolean; force: boolean },
): Promise<BackupTarget> {
  const isFolder = await stat(given).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const stamp = now.toISOString().replace(/\.\d+|[-:]/g, '');
  const path = isFolder ? join(given, `console-${stamp}.backup${isEncrypted ? '.age' : ''}`) : given;
  if (!existsSync(dirname(path)))
    throw new StartError(`The folder "${dirname(path)}" does not exist. Create it first.`);
  if (!force && existsSync(path)) throw alreadyThere(path);
  return { path, folder: isFolder ? given : null, force };
}

const alreadyThere = (path: string) =>
  new StartError(`"${path}" already exists. Name another file or a folder, or replace it with --force.`);

/** Writes a backup for its owner only, and moves it into place once it is on the disk. Returns its bytes. */
export async function writeTarget(
  { path, force }: BackupTarget,
  contents: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.unfinished`;
  try {
    const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(contents, file, { signal }).catch((error: NodeJS.ErrnoException) => {
      if (signal?.aborted) throw signal.reason;
      if (error.syscall === undefined || error instanceof StartError) throw error;
      return refusePath(path)(error);
    });
    if (force) await rename(unfinished, path).catch(refusePath(path));
    else await moveIfAbsent(unfinished, path);
    await syncFolder(dirname(path));
    return file.bytesWritten;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** A hard link fails if the file exists by now; not every file system has them. */
const moveIfAbsent = (from: string, path: string): Promise<void> =>
  link(from, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST' || existsSync(path)) throw alreadyThere(path);
    return rename(from, path).catch(refusePath(path));
  });

const refusePath = (path: string) => (error: unknown) => {
  throw new StartError(`"${path}" cannot be written: ${systemErrorReason(error)}.`);
};

/** Syncs a folder's entries to the disk, if the system can. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Deletes older backups of a folder and leftovers; never `newest` or other files. Returns the number of deleted backups. */
export async function deleteOldBackups(
  folder: string,
  { newest, days, now }: { newest: string; days: number; now: Date },
): Promise<number> {
  let deleted = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const made = dateOf(name);
    if (unfinishedName.test(name)) {
      const found = await stat(path).catch(() => null);
      if (found?.isFile() && now.getTime() - found.mtimeMs > dayMs) await rm(path, { force: true });
    } else if (made !== null && name !== basename(newest) && now.getTime() - made > days * dayMs) {
      const kind = await readHead(createReadStream(path, { end: 1023 })).then(recognise, () => null);
      if (kind === null) continue;
      await rm(path, { force: true });
      deleted += 1;
    }
  }
  return deleted;
}

function dateOf(name: string): number | null {
  const [, year, month, day, hour, minute, second] = madeName.exec(name) ?? [];
  return year === undefined ? null : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
