import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError, systemErrorReason } from '@console/server-base/settings';
import { type AuditCursor, auditCursor } from '../audit/audit-stream.ts';
import { syncFolder } from './backup-target.ts';

/** Reads the cursor of a file, null without one. Throws StartError if it is unreadable. */
export async function readCursor(path: string): Promise<AuditCursor | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StartError(`--cursor ${path} cannot be read: ${systemErrorReason(error)}.`);
  });
  if (text === null) return null;
  const parsed = auditCursor.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new StartError(
    `--cursor ${path} is not a cursor. To send all events again, remove it and start with --from-start.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Replaces the cursor atomically: after a crash the file is the earlier or the new one. */
export async function writeCursor(path: string, cursor: AuditCursor): Promise<void> {
  const own = `${path}.new`;
  try {
    const file = await open(own, 'w', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(cursor)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(own, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(own, { force: true });
    throw new Error(`the cursor cannot be stored: ${systemErrorReason(error)}`);
  }
}
