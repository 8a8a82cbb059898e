import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from './create-folder.ts';
import { StartError, systemErrorReason } from './settings.ts';

/** A random secret, key or token: 256 bits in 43 characters. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The named secret of the data folder, null if there is none. */
export const readSecret = (dataDir: string, name: string): Promise<string | null> =>
  read(join(dataDir, `${name}.secret`));

/** Reads the named secret of the data folder, or creates it readable by its owner only. Concurrent first starts get the same one. */
export async function loadOrCreateSecret(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, `${name}.secret`);
  try {
    await createFolder(dataDir);
    return (await read(path)) ?? (await make(path));
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`DATA_DIR "${dataDir}" cannot keep ${name}.secret: ${systemErrorReason(error)}.`);
  }
}

async function read(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text !== null && text.trim().length < 32) throw new StartError(`The secret in ${path} is damaged: restore it.`);
  return text?.trim() ?? null;
}

// Written completely to a file next to its path and then linked, which fails if another process was first.
async function make(path: string): Promise<string> {
  const own = `${path}.${newSecret()}`;
  const file = await open(own, 'wx', 0o600);
  try {
    await file.writeFile(newSecret());
    await file.sync();
    await link(own, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await file.close();
    await rm(own, { force: true });
  }
  return (await read(path)) as string;
}

/** The secrets with a name, newest first; two after a rotation. */
export const loadOrCreateSecrets = async (dataDir: string, name: string): Promise<string[]> =>
  (await loadOrCreateSecret(dataDir, name)).split(',');

/** Adds a new secret; the newest one stays accepted until the next rotation. Returns both, or null if there is none. */
export async function rotateSecret(dataDir: string, name: string): Promise<string[] | null> {
  const path = join(dataDir, `${name}.secret`);
  const [newest] = (await read(path))?.split(',') ?? [];
  if (newest === undefined) return null;
  const secrets = [newSecret(), newest];
  const own = `${path}.${newSecret()}`;
  try {
    const file = await open(own, 'wx', 0o600);
    try {
      await file.writeFile(secrets.join(','));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(own, path);
  } catch (error) {
    throw new StartError(`DATA_DIR "${dataDir}" cannot keep ${name}.secret: ${systemErrorReason(error)}.`);
  } finally {
    await rm(own, { force: true });
  }
  return secrets;
}
