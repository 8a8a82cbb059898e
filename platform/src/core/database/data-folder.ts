import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, realpath, rename, rm, statfs } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createFolder } from '@console/server-base/create-folder';
import { StartError, systemErrorReason } from '@console/server-base/settings';

/** Creates the data folder for its owner only, checks that it is writable and returns its real path. */
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

/** Size of an empty database. */
const newDatabaseBytes = 60_000_000;
/** Less free space explains why the embedded database cannot be opened: its write-ahead log needs as much. */
const littleSpaceBytes = 20_000_000;

const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};
const megabytes = (bytes: number) => `${Math.floor(bytes / 1e6)} MB`;

/** Throws StartError if a new database does not fit, before it fills the device. */
export async function requireRoom(folder: string): Promise<void> {
  const free = await freeBytes(folder);
  if (free >= newDatabaseBytes) return;
  throw new StartError(
    `DATA_DIR "${folder}": no space left on the device. ${megabytes(free)} are free and a new database needs ${megabytes(newDatabaseBytes)}. Free some space.`,
  );
}

/** Reports a full device, which the errors of the embedded database do not name; null if there is space. */
export async function explainFullFolder(folder: string): Promise<StartError | null> {
  // A missing folder is another fault.
  const free = await freeBytes(folder).catch(() => Number.POSITIVE_INFINITY);
  if (free >= littleSpaceBytes) return null;
  return new StartError(
    `DATA_DIR "${folder}": no space left on the device. ${megabytes(free)} are free. Free some space and start again.`,
  );
}

const fileErrors: Record<number, string> = {
  2: 'permission denied',
  19: 'the quota is used up',
  29: 'input or output error',
  51: 'no space left on the device',
  69: 'read-only file system',
};

export async function explainUnopened(error: unknown, folder: string): Promise<StartError> {
  if (error instanceof StartError) return error;
  const full = await explainFullFolder(folder);
  if (full) return full;
  const { name, errno } = error as { name?: string; errno?: number };
  const reason = name === 'ErrnoError' ? (fileErrors[errno ?? 0] ?? `error ${errno}`) : systemErrorReason(error);
  return new StartError(
    `DATA_DIR "${folder}": the embedded database cannot be opened (${reason}). Check its files, or restore a backup.`,
  );
}

/** Name of the earlier database during a restore. */
export const replacedName = 'database.replaced';

/** Completes a killed restore: puts the earlier database back, or deletes it after the second move. Needs the folder's lock. */
export async function settleRestore(folder: string): Promise<void> {
  const [path, replaced] = [join(folder, 'database'), join(folder, replacedName)];
  if (!existsSync(replaced)) return;
  if (existsSync(path)) await rm(replaced, { recursive: true, force: true });
  else await rename(replaced, path);
}

/** Locks the data folder, as two processes would overwrite each other's rows; returns the release. A socket, which the kernel closes with the process. */
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

/** Wait for a silent holder: a child process has a copy of a closed socket until it runs its program. */
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
    if ((await holderResponses(path)) || Date.now() - since > silentHolderMs) throw inUse();
    await delay(retryMs);
  }
}

const holderResponses = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path).setTimeout(answerMs, () => socket.destroy());
    socket.once('end', () => resolve(true));
    // Another process has just released the lock.
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
