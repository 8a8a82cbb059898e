import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadOrCreateSecret } from '@console/server-base/secret-file';
import { StartError } from '@console/server-base/settings';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder } from './data-folder.ts';
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

test('DESIGN-7 a data folder that cannot be created is one line with DATA_DIR and the reason', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const line = await refusal(openDatabase({ dataDir: join(file, 'data') }));
  expect(line).toBe(`DATA_DIR "${join(file, 'data')}" cannot be written: not a directory (ENOTDIR).`);
});

test('DESIGN-7 a lock applies to one folder', async () => {
  const release = await lockDataFolder(folder);
  const other = await lockDataFolder(`${folder}-other`);
  await Promise.all([release(), other()]);
  await (await lockDataFolder(folder))();
});

test('DESIGN-7 a secret is created once, readable by its owner only, also by two first starts at once', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => loadOrCreateSecret(join(folder, 'new'), 'session')));
  expect(new Set(made).size).toBe(1);
  expect(made[0]).toMatch(/^[\w-]{43}$/);
  const file = join(folder, 'new', 'session.secret');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toBe(made[0]);
  expect(await loadOrCreateSecret(join(folder, 'new'), 'platform')).not.toBe(made[0]);
  expect((await readdir(join(folder, 'new'))).sort()).toEqual(['platform.secret', 'session.secret']);
});

test('DESIGN-7 a damaged secret stops the start and is not replaced', async () => {
  await writeFile(join(folder, 'session.secret'), 'short');
  expect(await refusal(loadOrCreateSecret(folder, 'session'))).toContain('is damaged');
  expect(await readFile(join(folder, 'session.secret'), 'utf8')).toBe('short');
});
