import { mkdirSync } from 'node:fs';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { OwnerOnlyFs } from './owner-only-fs.ts';

/**
 * Buffers of the embedded database. They are allocated and zeroed at each start: those of 128 MB, PostgreSQL's default, take a third of the CPU time of a start and half of
 * the memory of the process. What they do not have is in the system's cache of files.
 */
const buffers = ['-c', 'shared_buffers=32MB'];

/** Starts the embedded database, in memory or on the files of a folder, which are for the account of the process only. */
export async function startPglite({
  dataDir,
  ...origin
}: Pick<PGliteOptions, 'dataDir' | 'loadDataDir'> = {}): Promise<PGlite> {
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return PGlite.create({
    ...origin,
    ...(dataDir !== undefined && { fs: new OwnerOnlyFs(dataDir) }),
    startParams: [...PGlite.defaultStartParams, ...buffers],
    initDbStartParams: buffers,
  });
}
