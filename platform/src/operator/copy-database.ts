import { constants, existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '@console/server-base/settings';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema.ts';
import type { OperatorHandler } from './operator-socket.ts';

const copyName = 'database.copy';

export const removeLeftCopy = (dataDir: string): Promise<void> =>
  rm(join(dataDir, copyName), { recursive: true, force: true });

/** Copies the embedded database's files for one command, inside a transaction on its only connection: a consistent snapshot. */
export function copyDatabaseHandler(db: Kysely<Database>, dataDir: string): OperatorHandler {
  let isCopied = false;
  /** End of the last command. The deletion of its copy may still be running. */
  let ended: Promise<void> = Promise.resolve();
  const copy = join(dataDir, copyName);
  return async (_request, onEnd) => {
    await ended;
    if (isCopied)
      throw new StartError('Another backup or check of the data is running. Try again when it has finished.');
    isCopied = true;
    onEnd(() => {
      const removal = removeLeftCopy(dataDir);
      const free = () => {
        isCopied = false;
      };
      ended = removal.then(free, free);
      return removal;
    });
    const from = join(dataDir, 'database');
    await db.transaction().execute(async (trx) => {
      await sql`checkpoint`.execute(trx);
      await cp(from, copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
    });
    return { path: existsSync(copy) ? copy : null };
  };
}
