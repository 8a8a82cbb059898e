import { once } from 'node:events';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { chainAuditEvents } from './audit/audit-chain.ts';
import type { Database } from './core/database/schema.ts';
import { auditEventsHandler } from './operator/audit-stream.ts';
import { openOperatorSocket } from './operator/operator-socket.ts';
import { openTestDatabase } from './testing/database.ts';
import { freePort } from './testing/free-port.ts';
import { startCommand } from './testing/operator-commands.ts';
import { readFrames } from './testing/syslog.ts';

let db: Kysely<Database>;
let folder: string;
let env: { DATABASE_URL: string; DATA_DIR: string };
const running: ReturnType<typeof startCommand>[] = [];
beforeEach(async () => {
  db = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'console-stream-'));
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const url = Object.assign(new URL(inject('postgresUrl')), { pathname: `/${rows[0]?.name}` });
  env = { DATABASE_URL: url.href, DATA_DIR: folder };
});
afterEach(async () => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
  await db.destroy();
  await rm(folder, { recursive: true });
});

const start = (settings: Record<string, string>, ...args: string[]) => {
  const command = startCommand(settings, 'audit-stream', '--from-start', ...args);
  running.push(command);
  return command;
};
async function end({ child }: ReturnType<typeof startCommand>, signal: NodeJS.Signals): Promise<number | null> {
  const closed = once(child, 'close');
  child.kill(signal);
  return (await closed)[0] as number | null;
}
const insert = (on: Kysely<Database>) =>
  sql`insert into audit_entry (at, via, action, event, target_type) values (now(), 'system', 'x', 'access:request', 'call')`.execute(
    on,
  );
interface Line {
  id: string;
  number: number;
}
const linesIn = (path: string): Line[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]))
    : [];
const storedIds = async () =>
  (await db.selectFrom('audit_entry').select('id').orderBy('id').execute()).map(({ id }) => String(id));
const idsOf = (lines: readonly Line[]) => [...new Set(lines.map(({ id }) => id))].sort((a, b) => Number(a) - Number(b));

/** Commits and numbers events in another order than that of their ids, until stopped. */
function keepWriting() {
  let isEnded = false;
  const write = async () => {
    while (!isEnded) {
      const [slow, fast] = [await db.startTransaction().execute(), await db.startTransaction().execute()];
      await insert(slow);
      await insert(fast);
      await fast.commit().execute();
      await delay(5);
      await slow.commit().execute();
    }
  };
  const number = async () => {
    while (!isEnded) {
      await chainAuditEvents(db);
      await delay(3);
    }
  };
  const work = Promise.all([write(), write(), number()]);
  return async () => {
    isEnded = true;
    await work;
    while ((await chainAuditEvents(db)) > 0);
  };
}

test('SIEM-2 SIEM-3 SIEM-4 with commits out of order, kill -9 and a rotation every event is in the files, and a repeated one is the same line', async () => {
  const stop = keepWriting();
  const [path, moved] = [join(folder, 'audit.jsonl'), join(folder, 'audit.jsonl.1')];
  const all = () => [...linesIn(moved), ...linesIn(path)];
  for (const least of [1, 300, 600]) {
    const command = start(env, '--file', path);
    const before = all().length;
    await expect.poll(() => all().length, { timeout: 120_000 }).toBeGreaterThan(Math.max(before, least));
    await end(command, 'SIGKILL');
    if (least === 300) renameSync(path, moved);
  }
  await stop();
  const last = start(env, '--file', path);
  const stored = await storedIds();
  await expect.poll(() => idsOf(all()).length, { timeout: 120_000 }).toBe(stored.length);
  expect(await end(last, 'SIGTERM')).toBe(0);
  const lines = all();
  expect(idsOf(lines)).toEqual(stored);
  const kinds = new Set(lines.map((line) => JSON.stringify(line)));
  expect(kinds.size).toBe(stored.length);
  const cursor = join(folder, 'audit-stream.json');
  expect(JSON.parse(readFileSync(cursor, 'utf8')).number).toBe(stored.length);
  expect((await stat(cursor)).mode & 0o777).toBe(0o600);
}, 400_000);

/** A syslog receiver that stores complete connections and breaks off the first ones. */
async function receive(port: number, breaks: number) {
  const received: Buffer[] = [];
  let left = breaks;
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    if (left > 0) {
      left -= 1;
      return void socket.once('data', () => socket.resetAndDestroy());
    }
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(Buffer.from(part))).once('end', () => received.push(...parts));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const lines = () =>
    readFrames(Buffer.concat(received)).map((frame) => JSON.parse(frame.slice(frame.indexOf('{'))) as Line);
  return { lines, close: () => server.close() };
}

test('SIEM-3 SIEM-5 a receiver that is away or breaks off is tried again, and gets every event', async () => {
  for (let n = 0; n < 450; n += 1) await insert(db);
  while ((await chainAuditEvents(db)) > 0);
  const port = await freePort();
  const command = start(env, '--syslog', `tcp://127.0.0.1:${port}`);
  await expect
    .poll(command.errors, { timeout: 60_000 })
    .toMatch(/"reason":".*ECONNREFUSED.*"the audit log cannot be sent"/);
  const receiver = await receive(port, 1);
  await expect.poll(() => receiver.lines().length, { timeout: 120_000 }).toBe(450);
  expect(idsOf(receiver.lines())).toEqual(await storedIds());
  await expect.poll(command.errors, { timeout: 60_000 }).toContain('"sending the audit log has resumed"');
  expect(await end(command, 'SIGTERM')).toBe(0);
  receiver.close();
}, 300_000);

test('SIEM-3 SIEM-8 without DATABASE_URL the platform of the folder is asked, and waited for while it does not run', async () => {
  await insert(db);
  while ((await chainAuditEvents(db)) > 0);
  const command = start({ DATA_DIR: folder }, '--stdout');
  await expect.poll(command.errors, { timeout: 60_000 }).toContain('no platform is running with DATA_DIR');
  const close = await openOperatorSocket(folder, { 'audit-events': auditEventsHandler(db) }, () => {});
  const ids = () =>
    idsOf(
      command
        .output()
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line])),
    );
  await expect.poll(ids, { timeout: 60_000 }).toEqual(await storedIds());
  await close();
  expect(await end(command, 'SIGTERM')).toBe(0);
}, 200_000);

test('SIEM-6 SIEM-7 the log says how many events were deleted before, and a cursor of a later state ends the command', async () => {
  for (let n = 0; n < 3; n += 1) await insert(db);
  while ((await chainAuditEvents(db)) > 0);
  const path = join(folder, 'audit.jsonl');
  const first = start(env, '--file', path);
  await expect.poll(() => linesIn(path).length, { timeout: 60_000 }).toBe(3);
  await end(first, 'SIGTERM');
  for (let n = 0; n < 3; n += 1) await insert(db);
  while ((await chainAuditEvents(db)) > 0);
  await sql`delete from audit_entry where position = 5`.execute(db);
  const second = start(env, '--file', path);
  await expect.poll(() => linesIn(path).length, { timeout: 60_000 }).toBe(5);
  await expect.poll(second.errors, { timeout: 60_000 }).toMatch(/"level":40.*"missing":1,"after":3,"before":6/);
  await end(second, 'SIGTERM');
  // Simulates a restored backup.
  await sql`update audit_position set position = 4`.execute(db);
  const third = start(env, '--file', path);
  const [code] = await once(third.child, 'close');
  expect(code).toBe(1);
  expect(third.errors()).toContain('remove the file and start with --from-start');
}, 200_000);
