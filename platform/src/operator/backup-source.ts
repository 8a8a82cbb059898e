import { createReadStream } from 'node:fs';
import { constants, gunzipSync } from 'node:zlib';
import { StartError, systemErrorReason } from '@console/server-base/settings';
import { archiveStart } from './backup-archive.ts';
import { encryptedStart, readIdentities } from './backup-encryption.ts';
import { embeddedStart } from './backup-file.ts';

type BackupKind = 'embedded' | 'postgresql';

/** A backup to read repeatedly: `open` starts at its beginning, decrypted. */
export interface BackupSource {
  path: string;
  kind: BackupKind;
  open(): AsyncIterable<Uint8Array>;
}

const headBytes = 1024;

/** Kind of a file by its first bytes; null if it is not a backup. */
export function recognise(head: Buffer): BackupKind | 'encrypted' | null {
  const startsWith = (text: string) => head.subarray(0, text.length).equals(Buffer.from(text));
  if (startsWith(encryptedStart)) return 'encrypted';
  if (startsWith(archiveStart)) return 'postgresql';
  try {
    const text = gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
    return text.startsWith(embeddedStart) ? 'embedded' : null;
  } catch {
    return null;
  }
}

export async function readHead(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of source) {
    parts.push(part);
    size += part.length;
    if (size >= headBytes) break;
  }
  return Buffer.concat(parts).subarray(0, headBytes);
}

/** Examines a file. Throws StartError if it is unreadable, not a backup, or encrypted without the right identity. */
export async function openBackup(path: string, identityFile?: string): Promise<BackupSource> {
  const head = await readHead(readPart(path, headBytes));
  const isEncrypted = recognise(head) === 'encrypted';
  if (isEncrypted && identityFile === undefined)
    throw new StartError(`"${path}" is encrypted. Name its identity file with --identity FILE.`);
  const decrypt = isEncrypted && identityFile !== undefined ? await readIdentities(identityFile) : null;
  const open = () => (decrypt ? decrypt(readPart(path), path) : readPart(path));
  const kind = isEncrypted ? recognise(await readHead(open())) : recognise(head);
  if (kind === null || kind === 'encrypted')
    throw new StartError(`"${path}" is not a backup of the console, or is incomplete or damaged. Nothing was changed.`);
  return { path, kind, open };
}

async function* readPart(path: string, bytes?: number): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, bytes === undefined ? {} : { end: bytes - 1 }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw new StartError(`"${path}" cannot be read: ${systemErrorReason(error)}.`);
  }
}
