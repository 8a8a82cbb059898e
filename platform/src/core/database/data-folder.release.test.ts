import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StartError } from '@console/server-base/settings';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fillDataFolder, testTemplate } from '../../testing/database.ts';
import { compiledOnce } from '../../testing/processes.ts';
import { lockDataFolder, prepareDataFolder } from './data-folder.ts';
import { openDatabase } from './database.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const refusal = async (act: Promise<unknown>) => {
  const error = await act.then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  expect(error.message).not.toContain('\n');
  return error.message;
};

test('DESIGN-7 a new data folder has every table once it is open', async () => {
  const db = await openDatabase({ dataDir: folder });
  expect(await db.selectFrom('ent_org').select('id').execute()).toEqual([]);
  await db.destroy();
});

test('REST-63 DESIGN-7 a second process cannot open a data folder, until the first has closed it', async () => {
  await fillDataFolder(folder);
  const db = await openDatabase({ dataDir: folder });
  await db.insertInto('role').values({ id: 9, id_str: 'X', label: 'X', level: 9 }).execute();
  expect(await refusal(openDatabase({ dataDir: folder }))).toBe(
    `DATA_DIR "${folder}" is in use by another running console.`,
  );
  await db.destroy();
  const again = await openDatabase({ dataDir: join(folder, '.') });
  expect(await again.selectFrom('role').select('id').where('id', '=', 9).execute()).toEqual([{ id: 9 }]);
  await again.destroy();
  expect(await readdir(folder)).toEqual(['database']);
});

/** A process that has opened or locked the folder: `act` is an expression that uses the module's exports. */
async function startHolder(module: string, act: string) {
  const code = `const $ = await import(${JSON.stringify(join(import.meta.dirname, module))}); await ${act}; console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, [compiledOnce, '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

test('DESIGN-7 a killed process leaves a data folder that the next one opens', async () => {
  await fillDataFolder(folder);
  const holder = await startHolder('database.ts', `$.openDatabase({ dataDir: ${JSON.stringify(folder)} })`);
  expect(await refusal(openDatabase({ dataDir: folder }))).toContain('is in use');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await (await openDatabase({ dataDir: folder })).destroy();
});

test('DESIGN-7 a lock is refused while its holder answers, and waited for while there is no answer', async () => {
  const holder = await startHolder('data-folder.ts', `$.lockDataFolder(${JSON.stringify(folder)})`);
  expect(await refusal(lockDataFolder(folder))).toContain('is in use');
  // Like a copy of the socket, a stopped process holds it and does not answer.
  holder.kill('SIGSTOP');
  const locked = lockDataFolder(folder);
  await setTimeout(1_000);
  holder.kill('SIGKILL');
  await (await locked)();
});

test('DESIGN-7 an interrupted first start is repeated', async () => {
  await prepareDataFolder(join(folder, 'database.unfinished'));
  await writeFile(join(folder, 'database.unfinished', 'PG_VERSION'), 'half');
  await (await openDatabase({ dataDir: folder, template: await testTemplate() })).destroy();
  expect(await readdir(folder)).toEqual(['database']);
});
