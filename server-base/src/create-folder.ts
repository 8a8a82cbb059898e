import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

const mode = 0o700;

/** Creates a missing folder and its parents, for their owner only. */
export async function createFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode });
  } catch (error) {
    if (!isAbsent(error)) throw error;
    // Node's recursive option names a wrong cause on a read-only file system.
    await createOne(path);
  }
}

const isAbsent = (error: unknown) => (error as { code?: string }).code === 'ENOENT';

async function createOne(path: string): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (!isAbsent(error) || dirname(path) === path) throw error;
    await createOne(dirname(path));
    await mkdir(path, { mode });
  }
}
