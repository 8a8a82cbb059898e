import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, realpath, rename, rm, statfs } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createFolder } from '@console/server-base/create-folder';
import { StartError, systemErrorReason } from '@console/server-base/settings';

/** Creates the data folder if needed, for its owner only, checks that it is writable and returns its real path. */
export async function prepareDataFolder(dataDir: string): Promise<string> {
  try {
    await createFolder(dataDir);
    const probe = join(dataDir, `.write-probe-${process.pid}`);
    await (await open(probe, 'w', 0o600)).close();
    await rm(probe);
    return await realpath(dataDir);
  } catch (error) {
    throw new StartError(`DATA_DIR "${dataDir}" cannot be written: ${systemErrorReason(error)}.`);
  }
}

/** What an empty database takes. */
const newDatabaseBytes = 60_000_000;
/** With less an embedded database that cannot be opened is taken for one without space: it needs as much for what it writes ahead. */
const littleSpaceBytes = 20_000_000;

const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};
const megabytes = (bytes: number) => `${Math.floor(bytes / 1e6)} MB`;

/** Throws StartError where a new database does not fit: it would fail only after it has filled the device. */
export async function requireRoom(folder: string): Promise<void> {
  const free = await freeBytes(folder);
  if (free >= newDatabaseBytes) return;
  throw new StartError(
    `DATA_DIR "${folder}": no space left on the device. ${megabytes(free)} are free and a new database needs ${megabytes(newDatabaseBytes)}. Free some space.`,
  );
}

/** Why the embedded database fails in a data folder without space, which its errors do not say; null where there is space. */
export async function explainFullFolder(folder: string): Promise<StartError | null> {
  // A folder that is gone is another fault.
  const free = await freeBytes(folder).catch(() => Number.POSITIVE_INFINITY);
  if (free >= littleSpaceBytes) return null;
  return new StartError(
    `DATA_DIR "${folder}": no space left on the device. ${megabytes(free)} are free. Free some space and start again.`,
  );
}

/** The errors of its file system have a number and no text. */
const fileErrors: Record<number, string> = {
  2: 'permission denied',
  19: 'the quota is used up',
  29: 'input or output error',
  51: 'no space left on the device',
  69: 'read-only file system',
};

/** Why the embedded database cannot be opened. */
export async function explainUnopened(error: unknown, folder: string): Promise<StartError> {
  if (error instanceof StartError) return error;
  const full = await explainFullFolder(folder);
  if (full) return full;
  const { name, errno } = error as { name?: string; errno?: number };
  const reason = name === 'ErrnoError' ? (fileErrors[errno ?? 0] ?? `error ${errno}`) : systemErrorReason(error);
  return new StartError(
    `DATA_DIR "${folder}": the embedded database cannot be opened (${reason}): check its files, or restore a backup.`,
  );
}

/** The earlier database while a backup takes its place. */
export const replacedName = 'database.replaced';

/** Ends a restore that was killed: between its two moves the earlier database is put back, after them it is deleted. Needs the lock of the folder. */
export async function settleRestore(folder: string): Promise<void> {
  const [path, replaced] = [join(folder, 'database'), join(folder, replacedName)];
  if (!existsSync(replaced)) return;
  if (existsSync(path)) await rm(replaced, { recursive: true, force: true });
  else await rename(replaced, path);
}

/**
 * Locks the data folder for this process and returns the release: the embedded database has no lock, and two processes would overwrite each other's
 * rows. The lock is a listening socket, which the kernel closes when the process ends.
 */
export async function lockDataFolder(realDataDir: string): Promise<() => Promise<void>> {
  const name = `console-${createHash('sha256').update(realDataDir).digest('hex').slice(0, 32)}`;
  const inUse = () => new StartError(`DATA_DIR "${realDataDir}" is in use by another running console.`);
  if (process.platform === 'linux') return releaseOf(await listen(`\0${name}`, inUse));
  if (process.platform === 'win32') return releaseOf(await listen(`\\\\.\\pipe\\${name}`, inUse));
  const path = join(tmpdir(), `${name}.sock`);
  if (!(await isListening(path))) await rm(path, { force: true });
  return releaseOf(await listen(path, inUse));
}

const releaseOf = (server: Server) => () => new Promise<void>((done) => server.close(() => done()));

/** How long a holder that does not answer is waited for: a child process that is just being started has a copy of a closed socket until it runs its program. */
const silentHolderMs = 5_000;
const answerMs = 300;
const retryMs = 20;

async function listen(path: string, inUse: () => StartError): Promise<Server> {
  for (const since = Date.now(); ; ) {
    try {
      return await listenOnce(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
    if ((await holderAnswers(path)) || Date.now() - since > silentHolderMs) throw inUse();
    await delay(retryMs);
  }
}

/** Whether the holder of a socket answers: it ends each connection. */
const holderAnswers = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path).setTimeout(answerMs, () => socket.destroy());
    socket.once('end', () => resolve(true));
    // It has just been released.
    socket.once('error', () => {});
    socket.once('close', () => resolve(false)).resume();
  });

const listenOnce = (path: string) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(path, () => resolve(server.unref()));
  });

const isListening = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path, () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
