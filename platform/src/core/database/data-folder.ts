import { createHash } from 'node:crypto';
import { mkdir, open, realpath, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reasonOf, StartError } from '@console/contract/settings';

/** Makes the data folder if need be and proves that it can be written; its real path. */
export async function prepareDataFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    const probe = join(dataDir, `.write-probe-${process.pid}`);
    await (await open(probe, 'w')).close();
    await rm(probe);
    return await realpath(dataDir);
  } catch (error) {
    throw new StartError(`DATA_DIR "${dataDir}" cannot be written: ${reasonOf(error)}.`);
  }
}

/**
 * Holds the data folder for this process until the answer is called: the embedded database takes no lock, and two processes on one folder lose each
 * other's rows. The lock is a listening socket, so the kernel lets it go however the process dies.
 */
export async function lockDataFolder(realDataDir: string): Promise<() => Promise<void>> {
  const name = `console-${createHash('sha256').update(realDataDir).digest('hex').slice(0, 32)}`;
  const inUse = () => new StartError(`DATA_DIR "${realDataDir}" is in use by another running console.`);
  if (process.platform === 'linux') return held(await listen(`\0${name}`, inUse));
  if (process.platform === 'win32') return held(await listen(`\\\\.\\pipe\\${name}`, inUse));
  const path = join(tmpdir(), `${name}.sock`);
  if (!(await answers(path))) await rm(path, { force: true });
  return held(await listen(path, inUse));
}

const held = (server: Server) => () => new Promise<void>((done) => server.close(() => done()));

const listen = (path: string, inUse: () => StartError) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'EADDRINUSE' ? inUse() : error));
    server.listen(path, () => resolve(server.unref()));
  });

const answers = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path, () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
