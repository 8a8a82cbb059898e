import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';
import { copyDatabaseHandler } from './copy-database.ts';

const platform = useTestPlatform();

test('BACKUP-1 a command that comes while the copy of the last one is deleted waits for that; one beside another is refused', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'console-copy-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await mkdir(join(dataDir, 'database'));
  await writeFile(join(dataDir, 'database', 'file'), 'data');
  const handler = copyDatabaseHandler(platform.db, dataDir);
  const ends: (() => Promise<unknown>)[] = [];
  const copy = () => handler({ command: 'copy' }, (work) => void ends.push(work));
  const done = { path: join(dataDir, 'database.copy') };
  expect(await copy()).toEqual(done);
  await expect(copy()).rejects.toThrow('Another backup or check of the data is running');
  const end = ends[0]?.();
  expect(await copy()).toEqual(done);
  await end;
});
