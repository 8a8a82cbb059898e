import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { StartError } from '@console/server-base/settings';
import { z } from 'zod';
import { erasedIdsShape } from './backup-archive.ts';

/**
 * A backup is gzipped lines: a header, each table with its rows as JSON, and an end line with the number of rows and a SHA-256. Without
 * the end line it is incomplete. Lines of the header, tables and end start with `#`.
 */
export const embeddedStart = '#{"format":"console-backup"';

const headerSchema = z.strictObject({
  format: z.literal('console-backup'),
  version: z.literal(1),
  created_at: z.string(),
  has_secrets: z.boolean(),
  migrations: z.array(z.string()).min(1),
  sequences: z.record(z.string(), z.number()),
  /** Lines of ERASED_IDS when the backup began. */
  erased_ids: erasedIdsShape,
});
const tableSchema = z.strictObject({ table: z.string(), columns: z.array(z.string()).min(1) });
const endSchema = z.strictObject({ end: z.literal(true), rows: z.number(), sha256: z.string() });

/** `sequences` has the last id of each table. */
export type BackupHeader = z.infer<typeof headerSchema>;

export interface TableRows {
  table: string;
  columns: string[];
  rows: string[];
}

const batchBytes = 1_000_000;
const batchRows = 500;

export async function* backUpRows(
  header: Omit<BackupHeader, 'format' | 'version'>,
  contents: AsyncIterable<TableRows>,
): AsyncGenerator<Uint8Array> {
  const gzip = createGzip({ level: 6 });
  // A failure of the source reaches the reader through gzip.
  const written = pipeline(Readable.from(backupLines(header, contents)), gzip).catch(() => {});
  yield* gzip as AsyncIterable<Buffer>;
  await written;
}

async function* backupLines(
  header: Omit<BackupHeader, 'format' | 'version'>,
  contents: AsyncIterable<TableRows>,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (text: string) => {
    hash.update(text);
    return text;
  };
  let count = 0;
  yield hashed(`#${JSON.stringify({ format: 'console-backup', version: 1, ...header })}\n`);
  let current = '';
  for await (const { table, columns, rows } of contents) {
    if (table !== current) yield hashed(`#${JSON.stringify({ table, columns })}\n`);
    current = table;
    count += rows.length;
    if (rows.length > 0) yield hashed(`${rows.join('\n')}\n`);
  }
  yield `#${JSON.stringify({ end: true, rows: count, sha256: hash.digest('hex') })}\n`;
}

/** Reads a backup. Throws StartError if it is cut off, changed or not a backup, at the latest at its end. */
export async function readBackupFile(
  { path, open }: { path: string; open(): AsyncIterable<Uint8Array> },
  { onHeader, onRows }: { onHeader: (header: BackupHeader) => unknown; onRows: (rows: TableRows) => unknown },
): Promise<void> {
  const refuse = (why: string) => new StartError(`"${path}" ${why}. Nothing was changed.`);
  const hash = createHash('sha256');
  let count = 0;
  let header: BackupHeader | undefined;
  let end: z.infer<typeof endSchema> | undefined;
  let table: Omit<TableRows, 'rows'> | undefined;
  let [rows, bytes]: [string[], number] = [[], 0];
  const flush = async () => {
    if (table && rows.length > 0) await onRows({ ...table, rows });
    [rows, bytes] = [[], 0];
  };
  const readControl = async (line: string) => {
    const value: unknown = JSON.parse(line.slice(1));
    if (!header) {
      header = headerSchema.parse(value);
      await onHeader(header);
      return;
    }
    await flush();
    const atEnd = endSchema.safeParse(value);
    if (atEnd.success) end = atEnd.data;
    else table = tableSchema.parse(value);
  };
  const readLine = async (line: string) => {
    if (end) throw refuse('has extra data after its end');
    if (line.startsWith('#')) await readControl(line);
    else {
      if (!table) throw refuse('is not a backup of the console');
      count += 1;
      rows.push(line);
      bytes += line.length;
      if (bytes > batchBytes || rows.length >= batchRows) await flush();
    }
    if (!end) hash.update(`${line}\n`);
  };
  let rest = '';
  try {
    await pipeline(open(), createGunzip(), async (source: AsyncIterable<Buffer>) => {
      const decoder = new TextDecoder('utf-8', { fatal: true });
      let isFirst = true;
      for await (const part of source) {
        rest += decoder.decode(part, { stream: true });
        // Check before collecting: a file of another kind may have no line end.
        if (isFirst && !rest.startsWith(embeddedStart)) throw refuse('is not a backup of the console');
        isFirst = false;
        const lines = rest.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) await readLine(line);
      }
    });
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw refuse('is incomplete');
    if (code?.startsWith('Z_')) throw refuse('is not a backup of the console, or is damaged');
    if (error instanceof SyntaxError || error instanceof z.ZodError || error instanceof TypeError)
      throw refuse('is damaged or was written by a newer release');
    throw error;
  }
  if (!end || rest !== '') throw refuse('is incomplete');
  if (end.rows !== count || end.sha256 !== hash.digest('hex')) throw refuse('was changed after it was written');
}
