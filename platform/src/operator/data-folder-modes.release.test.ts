import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPlatformSettings } from '../core/base/settings.ts';
import { openDatabase } from '../core/database/database.ts';
import { startPlatform } from '../start.ts';
import { fillDataFolder, testTemplate } from '../testing/database.ts';
import { freePort } from '../testing/free-port.ts';
import { runCommandLine, runDoctor } from '../testing/operator-commands.ts';

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-test-'));
  dataDir = join(folder, 'data');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Modes of the data folder and of all paths in it, by kind. */
async function modesOf(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  const paths = [path, ...entries.filter((entry) => !entry.isSymbolicLink()).map((e) => join(e.parentPath, e.name))];
  const modes = await Promise.all(
    paths.map(async (one) => {
      const entry = await stat(one);
      return `${entry.isDirectory() ? 'folder' : 'file'} ${(entry.mode & 0o777).toString(8)}`;
    }),
  );
  return [...new Set(modes)].sort();
}

const ownerOnly = ['file 600', 'folder 700'];

async function startLogged(): Promise<{ log: string; close: () => Promise<void> }> {
  let log = '';
  const stream = {
    write(line: string) {
      log += line;
    },
  };
  const settings = readPlatformSettings({ DATA_DIR: dataDir, PLATFORM_PORT: String(await freePort()) });
  const platform = await startPlatform(settings, { logger: { level: 'warn', stream } });
  return { log, close: () => platform.close() };
}

test('OPERATE-8 a new database, one of a template and what they write later are for the account of the platform only', async () => {
  for (const template of [undefined, await testTemplate()]) {
    const path = join(folder, template ? 'copied' : 'new');
    const db = await openDatabase({ dataDir: path, template });
    await db.schema.createTable('later').addColumn('id', 'integer').execute();
    await db.destroy();
    expect(await modesOf(path)).toEqual(ownerOnly);
  }
});

test('OPERATE-8 DOCTOR-2 files of an earlier release are named by doctor, and corrected at the start with one line', async () => {
  await fillDataFolder(dataDir);
  await mkdir(join(folder, 'elsewhere'));
  await symlink(join(folder, 'elsewhere'), join(dataDir, 'database.link'));
  await writeFile(join(dataDir, 'platform.secret'), 'x'.repeat(43));
  await writeFile(join(dataDir, 'notes.txt'), 'of the operator');
  await mkdir(join(dataDir, 'database.replaced', 'base'), { recursive: true });
  execFileSync('chmod', ['-R', 'a+rwX', folder]);
  const { output, errors } = await runDoctor({ DATA_DIR: dataDir, PLATFORM_PORT: String(await freePort()) });
  expect(errors).toBe('');
  expect(output).toMatch(
    /\nwarning +data folder +platform\.secret can be read by other accounts\. Run chmod 600 on it\.\n/,
  );
  expect(output).toMatch(
    /\nwarning +data folder +"[^"]+data" and \d+ more can be read by other accounts\. The next start corrects this\.\n/,
  );
  const { log, close } = await startLogged();
  expect(log.trim().split('\n')).toEqual([expect.stringContaining('other accounts on this machine could access')]);
  expect(await modesOf(join(folder, 'elsewhere'))).toEqual(['folder 777']);
  expect((await stat(join(dataDir, 'notes.txt'))).mode & 0o777).toBe(0o666);
  await chmod(join(dataDir, 'notes.txt'), 0o600);
  expect(await modesOf(dataDir)).toEqual(ownerOnly);
  await close();
  const second = await startLogged();
  expect(second.log).toBe('');
  await second.close();
});

test('OPERATE-8 a backup and what is restored from it are for the account of the platform only', async () => {
  await fillDataFolder(dataDir, { demo: true });
  const file = join(folder, 'backup');
  const restored = join(folder, 'restored');
  expect(await runCommandLine({ DATA_DIR: dataDir }, 'backup', file)).toMatchObject({ code: 0, errors: '' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(file)).length).toBeGreaterThan(1_000);
  expect(await runCommandLine({ DATA_DIR: restored }, 'restore', file)).toMatchObject({ code: 0, errors: '' });
  expect(await modesOf(restored)).toEqual(ownerOnly);
});
