import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readSettings, StartError, systemErrorReason } from '@console/server-base/settings';
import {
  type AuditBatch,
  type AuditCursor,
  auditBatch,
  auditCursor,
  beginAuditStream,
  readAuditBatch,
} from '../audit/audit-stream.ts';
import { secondMs } from '../core/base/clock.ts';
import { settingList } from '../core/base/setting-list.ts';
import { readCursor, writeCursor } from './audit-cursor.ts';
import { auditOutputOf } from './audit-output.ts';
import { type AuditOutput, FinalError } from './audit-receiver.ts';
import { fromHere } from './from-here.ts';
import { type OpenedDatabase, openServerData } from './open-data-folder.ts';
import { sendToPlatform } from './operator-client.ts';
import type { OperatorHandler } from './operator-socket.ts';

const usage =
  'Usage: audit-stream --file PATH | --syslog unix:/PATH|tcp://HOST:PORT|tls://HOST:PORT | --stdout [--cursor FILE] [--from-start]';

/** Pause at the end of the log and after the first failure; doubled after each further one. */
const pauseMs = 2 * secondMs;
const longestPauseMs = 30 * secondMs;
const longestReadMs = 60 * secondMs;
const closeMs = 3 * secondMs;

/** Events of a database, by a connection or by its platform. */
interface AuditSource {
  begin(atStart: boolean): Promise<AuditCursor>;
  read(cursor: AuditCursor): Promise<AuditBatch>;
  close(): Promise<void>;
}

type Log = (level: 30 | 40, fields: object, msg: string) => void;

/** Logs to stderr like the servers; standard output can have the events. */
const logToErrors: Log = (level, fields, msg) =>
  void process.stderr.write(`${JSON.stringify({ level, time: Date.now(), room: 'audit-stream', ...fields, msg })}\n`);

/** Writes the audit log until a signal. Each event arrives at least once, because the cursor follows the writing. */
export async function streamAudit(env: Readonly<Record<string, string | undefined>>, args: string[]): Promise<number> {
  const options = readOptions(args);
  const { databaseUrl, dataDir } = readSettings(
    { databaseUrl: settingList.databaseUrl, dataDir: settingList.dataDir },
    env,
  );
  const cursorPath = options.cursor ? fromHere(options.cursor) : join(dataDir, 'audit-stream.json');
  const output = auditOutputOf({ ...options, file: options.file && fromHere(options.file) }, usage);
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
  process.on('SIGHUP', () => output.reopen());
  const source = databaseUrl ? serverSource(databaseUrl) : platformSource(dataDir);
  try {
    await follow(
      { source, output, cursorPath, atStart: options['from-start'] === true, log: logToErrors },
      ended.signal,
    );
    return 0;
  } finally {
    const closed = Promise.allSettled([source.close(), output.close()]);
    await Promise.race([closed, delay(closeMs, undefined, { ref: false })]);
    // A connection to a server that is gone would keep the process alive.
    setTimeout(() => process.exit(), closeMs).unref();
  }
}

function readOptions(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = { file: text, syslog: text, stdout: flag, cursor: text, 'from-start': flag };
  try {
    return parseArgs({ args, options }).values;
  } catch {
    throw new StartError(usage);
  }
}

interface Stream {
  source: AuditSource;
  output: AuditOutput;
  cursorPath: string;
  atStart: boolean;
  log: Log;
}

/** Sends batches, and retries all failures except FinalError. */
async function follow(stream: Stream, signal: AbortSignal): Promise<void> {
  const { cursorPath, log } = stream;
  let cursor = await readCursor(cursorPath);
  let stored = cursor;
  let failures = 0;
  while (!signal.aborted) {
    let wait = pauseMs;
    try {
      cursor ??= await begin(stream, signal);
      const batch = await sendNext(stream, cursor, signal);
      cursor = batch.cursor;
      // Stored after the lines are written, so that an event can come twice but is never lost.
      if (cursor.number !== stored?.number) await writeCursor(cursorPath, cursor);
      stored = cursor;
      if (failures > 0) log(30, {}, 'sending the audit log has resumed');
      failures = 0;
      if (batch.hasNext) wait = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof FinalError) throw error;
      wait = Math.min(longestPauseMs, pauseMs * 2 ** failures);
      failures += 1;
      log(40, { reason: systemErrorReason(error), triedAgainInMs: wait }, 'the audit log cannot be sent');
    }
    await delay(wait, undefined, { signal }).catch(() => undefined);
  }
}

async function begin({ source, cursorPath, atStart, log }: Stream, signal: AbortSignal): Promise<AuditCursor> {
  const cursor = await inTime(source.begin(atStart), signal);
  await writeCursor(cursorPath, cursor);
  log(
    atStart ? 30 : 40,
    { cursor: cursorPath, number: cursor.number },
    atStart
      ? 'no cursor was found: all events are sent'
      : 'no cursor was found: only new events are sent (--from-start sends all)',
  );
  return cursor;
}

async function sendNext({ source, output, cursorPath, log }: Stream, cursor: AuditCursor, signal: AbortSignal) {
  const batch = await inTime(source.read(cursor), signal);
  if (batch.isOther)
    throw new FinalError(
      `The cursor ${cursorPath} does not match this database. DATABASE_URL has changed, or an earlier backup was restored. To send all events again, remove the file and start with --from-start.`,
    );
  if (batch.missing > 0)
    log(
      40,
      { missing: batch.missing, after: cursor.number, before: batch.cursor.number },
      'events were deleted before they were sent, because their retention had ended',
    );
  if (batch.events.length > 0) await output.write(batch.events, signal);
  return batch;
}

/** Rejects when the longest read time is over, or when the command stops. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const end = new AbortController();
  const either = AbortSignal.any([signal, end.signal]);
  const late = delay(longestReadMs, undefined, { signal: either }).then(
    () => Promise.reject(new Error('the database does not respond')),
    () => Promise.reject(new Error('stopped')),
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => {});
    end.abort();
  }
}

/** Reads the database itself, in connections that cannot write. */
function serverSource(databaseUrl: string): AuditSource {
  let data: OpenedDatabase | null = null;
  const use = async <T>(work: (open: OpenedDatabase) => Promise<T>): Promise<T> => {
    data ??= await openServerData(databaseUrl);
    const open = data;
    try {
      return await work(open);
    } catch (error) {
      // Reconnect for the next read: the server of these connections may be gone.
      if (data === open) data = null;
      open.close().catch(() => {});
      throw error;
    }
  };
  return {
    begin: (atStart) => use(({ db }) => beginAuditStream(db, { atStart })),
    read: (cursor) => use(({ db }) => readAuditBatch(db, cursor)),
    close: async () => data?.close(),
  };
}

/** Reads through the platform of a data folder: only one process can use the embedded database. */
function platformSource(dataDir: string): AuditSource {
  const ask = async (request: object) => {
    const answer = await sendToPlatform(dataDir, { command: 'audit-events', ...request });
    if (!answer) throw new Error(`no platform is running with DATA_DIR "${dataDir}"`);
    answer.close();
    return answer.value;
  };
  return {
    begin: async (atStart) => auditCursor.parse((await ask({ begin: atStart ? 'start' : 'end' })).cursor),
    read: async (cursor) => auditBatch.parse(await ask({ cursor })),
    close: async () => {},
  };
}

export const auditEventsHandler =
  (db: OpenedDatabase['db']): OperatorHandler =>
  async ({ cursor, begin: place }) =>
    cursor === undefined
      ? { cursor: await beginAuditStream(db, { atStart: place === 'start' }) }
      : { ...(await readAuditBatch(db, auditCursor.parse(cursor))) };
