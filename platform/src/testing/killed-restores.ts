import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../core/database/database.ts';
import { fillDataFolder } from './database.ts';
import { startCommand } from './operator-commands.ts';

/** The emails of a data folder that no platform uses. */
export async function emailsOf(dataDir: string): Promise<Set<string>> {
  const db = await openDatabase({ dataDir });
  const rows = await db.selectFrom('ent_usr').select('email').execute();
  await db.destroy();
  return new Set(rows.map(({ email }) => email));
}

/** Waits until a restore fills its database. */
async function filling(dataDir: string, ended: Promise<unknown>): Promise<void> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  while (!over && !existsSync(join(dataDir, 'database.restored'))) await delay(5);
}

/**
 * Restores a backup into a data folder with demo data again and again, and kills each restore after such a part of the time from its first file to its end (0: at that file).
 * Returns the emails of the demo data, of the backup, and those that were there after each kill.
 */
export async function killRestores(folder: string, backup: string, parts: readonly number[]) {
  const [target, timed] = [join(folder, 'killed'), join(folder, 'timed')];
  await fillDataFolder(target, { demo: true });
  const before = await emailsOf(target);
  const { child: whole, errors } = startCommand({ DATA_DIR: timed }, 'restore', backup);
  const wholeEnded = once(whole, 'close');
  await filling(timed, wholeEnded);
  const began = performance.now();
  const [code] = await wholeEnded;
  if (code !== 0) throw new Error(errors());
  const fillMs = performance.now() - began;
  const after = await emailsOf(timed);
  const left: Set<string>[] = [];
  for (const part of parts) {
    const { child } = startCommand({ DATA_DIR: target }, 'restore', backup);
    const ended = once(child, 'close');
    await filling(target, ended);
    await delay(fillMs * part);
    child.kill('SIGKILL');
    await ended;
    left.push(await emailsOf(target));
  }
  return { before, after, left };
}
