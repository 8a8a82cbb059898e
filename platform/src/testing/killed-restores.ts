import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../core/database/database.ts';
import { fillDataFolder } from './database.ts';
import { runCommandLine, startCommand } from './operator-commands.ts';

/** The emails of a data folder that no platform uses. */
export async function emailsOf(dataDir: string): Promise<Set<string>> {
  const db = await openDatabase({ dataDir });
  const rows = await db.selectFrom('ent_usr').select('email').execute();
  await db.destroy();
  return new Set(rows.map(({ email }) => email));
}

/**
 * Restores a backup into a data folder with demo data again and again, and kills each restore after such a part of the time of a whole one. Returns the
 * emails of the demo data, of the backup, and those that were there after each kill.
 */
export async function killRestores(folder: string, backup: string, parts: readonly number[]) {
  const [target, timed] = [join(folder, 'killed'), join(folder, 'timed')];
  await fillDataFolder(target, { demo: true });
  const before = await emailsOf(target);
  const began = performance.now();
  const { code, errors } = await runCommandLine({ DATA_DIR: timed }, 'restore', backup);
  if (code !== 0) throw new Error(errors);
  const wholeMs = performance.now() - began;
  const after = await emailsOf(timed);
  const left: Set<string>[] = [];
  for (const part of parts) {
    const { child } = startCommand({ DATA_DIR: target }, 'restore', backup);
    const ended = once(child, 'close');
    await delay(wholeMs * part);
    child.kill('SIGKILL');
    await ended;
    left.push(await emailsOf(target));
  }
  return { before, after, left };
}
