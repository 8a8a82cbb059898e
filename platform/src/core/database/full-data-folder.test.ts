import type { BigIntStatsFs, StatsFs } from 'node:fs';
import files, { mkdtemp, readdir, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@console/server-base/settings';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fillDataFolder } from '../../testing/database.ts';
import { openDatabase } from './database.ts';

/** Error of the embedded database's file system, which has a number and no text. */
const withoutText = { name: 'ErrnoError', errno: 51 };
const space = { free: 0 };

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'console-test-'));
  // Test files share loaded modules, so the imported module is changed, not replaced.
  vi.spyOn(files, 'statfs').mockImplementation(
    async () => ({ bavail: space.free, bsize: 1 }) as unknown as BigIntStatsFs & StatsFs,
  );
  syncBuiltinESMExports();
  vi.spyOn(PGlite, 'create').mockRejectedValue(withoutText);
});
afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await rm(dataDir, { recursive: true, force: true });
});

async function lineOf(): Promise<string> {
  const refusal = await openDatabase({ dataDir }).catch((error) => error);
  expect(refusal).toBeInstanceOf(StartError);
  return refusal.message.replaceAll(dataDir, 'D');
}

test('BOOT-2 a first start with the embedded database on a full device is one line, before the database is made', async () => {
  space.free = 3_400_000;
  expect(await lineOf()).toBe(
    'DATA_DIR "D": no space left on the device. 3 MB are free and a new database needs 60 MB. Free some space.',
  );
  expect(PGlite.create).not.toHaveBeenCalled();
  expect(await readdir(dataDir)).toEqual([]);
});

test('BOOT-2 a device that is full while the database is made or opened is one line, and so are files that cannot be used', async () => {
  space.free = 70_000_000;
  const unusable =
    'DATA_DIR "D": the embedded database cannot be opened (no space left on the device). Check its files, or restore a backup.';
  expect(await lineOf()).toBe(unusable);
  await fillDataFolder(dataDir);
  expect(await lineOf()).toBe(unusable);
  space.free = 0;
  expect(await lineOf()).toBe(
    'DATA_DIR "D": no space left on the device. 0 MB are free. Free some space and start again.',
  );
});
