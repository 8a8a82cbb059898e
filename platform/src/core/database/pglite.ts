import { PGlite, type PGliteOptions } from '@electric-sql/pglite';

/**
 * Buffers of the embedded database. They are allocated and zeroed at each start: those of 128 MB, PostgreSQL's default, take a third of the CPU time of a start and half of
 * the memory of the process. What they do not have is in the system's cache of files.
 */
const buffers = ['-c', 'shared_buffers=32MB'];

/** Starts the embedded database, in memory or on the files of a folder. */
export const startPglite = (origin: Pick<PGliteOptions, 'dataDir' | 'loadDataDir'> = {}): Promise<PGlite> =>
  PGlite.create({ ...origin, startParams: [...PGlite.defaultStartParams, ...buffers], initDbStartParams: buffers });
