import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf, StartError } from '@console/contract/settings';
import { newSecret } from './keys.ts';

/**
 * The secret of that name in the data folder; made at the first start, readable by its owner only, the same ever after. Two first starts at once get
 * the same one.
 */
export async function keepSecret(dataDir: string, name: string): Promise<string> {
  const place = join(dataDir, `${name}.secret`);
  try {
    await mkdir(dataDir, { recursive: true });
    return (await read(place)) ?? (await make(place));
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`DATA_DIR "${dataDir}" cannot keep ${name}.secret: ${reasonOf(error)}.`);
  }
}

async function read(place: string): Promise<string | null> {
  const text = await readFile(place, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text !== null && text.trim().length < 32) throw new StartError(`The secret in ${place} is damaged: restore it.`);
  return text?.trim() ?? null;
}

// Written whole beside its place and linked there, which fails when another process was first.
async function make(place: string): Promise<string> {
  const own = `${place}.${newSecret()}`;
  const file = await open(own, 'wx', 0o600);
  try {
    await file.writeFile(newSecret());
    await file.sync();
    await link(own, place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await file.close();
    await rm(own, { force: true });
  }
  return (await read(place)) as string;
}
