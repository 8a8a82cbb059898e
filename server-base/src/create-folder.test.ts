import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { createFolder } from './create-folder.ts';
import { loadOrCreateSecret } from './secret-file.ts';

/** Simulates Node on a read-only file system, where a recursive call names a wrong cause. */
const readOnly = vi.hoisted(() => ({ folder: null as string | null }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const mkdir = async (path: string, options: { recursive?: boolean }) => {
    if (readOnly.folder === null || !path.startsWith(readOnly.folder)) return real.mkdir(path, options);
    const isInThere = path.slice(readOnly.folder.length + 1).includes('/');
    const code = options.recursive || isInThere ? 'ENOENT' : 'EROFS';
    const text = code === 'EROFS' ? 'read-only file system' : 'no such file or directory';
    throw Object.assign(new Error(`${code}: ${text}, mkdir '${path}'`), { code });
  };
  return { ...real, mkdir };
});

const folder = await mkdtemp(join(tmpdir(), 'server-base-test-'));
afterAll(() => rm(folder, { recursive: true }));

test('BOOT-13 a folder on a read-only file system is refused with this reason', async () => {
  readOnly.folder = folder;
  for (const path of ['data', 'deep/data'])
    await expect(loadOrCreateSecret(join(folder, path), 'session')).rejects.toThrow(
      `DATA_DIR "${join(folder, path)}" cannot keep session.secret: read-only file system (EROFS).`,
    );
  readOnly.folder = null;
  await createFolder(join(folder, 'deep/data'));
  await createFolder(join(folder, 'deep/data'));
  expect((await stat(join(folder, 'deep'))).mode & 0o777).toBe(0o700);
});
