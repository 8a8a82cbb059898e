import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { openDatabase } from '../core/database/database.ts';
import type { Database } from '../core/database/schema.ts';
import { fillDataFolder } from './database.ts';
import { runCommandLine, startCommand } from './operator-commands.ts';

export async function readEmails(db: Kysely<Database>): Promise<Set<string>> {
  const rows = await db.selectFrom('ent_usr').select('email').execute();
  return new Set(rows.map(({ email }) => email));
}

/** The emails of a data folder that no platform uses. */
export async function emailsOf(dataDir: string): Promise<Set<string>> {
  const db = await openDatabase({ dataDir });
  const emails = await readEmails(db);
  await db.destroy();
  return emails;
}

/** Duration of a complete restore from its first file to its end, and the emails of the demo data and of the backup. */
export interface WholeRestore {
  ms: number;
  before: Set<string>;
  after: Set<string>;
}

/** Restores a backup, and reads the emails of the demo data. */
export async function timeRestore(folder: string, backup: string): Promise<WholeRestore> {
  const [demo, timed] = [join(folder, 'demo'), join(folder, 'timed')];
  await fillDataFolder(demo, { demo: true });
  const before = await emailsOf(demo);
  const ended = runCommandLine({ DATA_DIR: timed }, 'restore', backup);
  await filling(timed, ended);
  const began = performance.now();
  const { code, errors } = await ended;
  if (code !== 0) throw new Error(errors);
  return { ms: performance.now() - began, before, after: await emailsOf(timed) };
}

/** Waits until a restore fills its database. */
export async function filling(dataDir: string, ended: Promise<unknown>): Promise<void> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  while (!over && !existsSync(join(dataDir, 'database.restored'))) await delay(5);
}

/**
 * Restores a backup into a data folder with demo data again and again, and kills each restore after such a part of the time from its first file to its end (0: at that file).
 * Returns the emails that were there after each kill.
 */
export async function killRestores(folder: string, backup: string, whole: WholeRestore, parts: readonly number[]) {
  const target = join(folder, 'killed');
  await fillDataFolder(target, { demo: true });
  const left: Set<string>[] = [];
  for (const part of parts) {
    const { child } = startCommand({ DATA_DIR: target }, 'restore', backup);
    const ended = once(child, 'close');
    await filling(target, ended);
    await delay(whole.ms * part);
    child.kill('SIGKILL');
    await ended;
    left.push(await emailsOf(target));
  }
  return left;
}
