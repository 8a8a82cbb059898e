import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nonSensitiveScopes } from '@console/contract/key-scopes';
import { streamedLists } from '@console/contract/lists';
import { serveMetrics } from '@console/server-base/metrics-server';
import { scrapeValue } from '@console/server-base/testing/scrape';
import type { Kysely, LogEvent } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildPlatform } from '../../server.ts';
import { writeFixtures } from '../../testing/fixtures.ts';
import { freePort } from '../../testing/free-port.ts';
import { startLine } from '../../testing/frozen-line.ts';
import { runDoctor } from '../../testing/operator-commands.ts';
import { serverUser } from '../../testing/postgres-binaries.ts';
import { primaryFlags, runOn, startReplica, startServer, stopServer } from '../../testing/postgres-server.ts';
import { systemClock as clock } from '../base/clock.ts';
import { hashSecret } from '../base/keys.ts';
import { readPlatformSettings } from '../base/settings.ts';
import { createMailer } from '../mail/mailer.ts';
import { connectServer, openDatabase } from './database.ts';
import { type ReadReplica, useReadReplica } from './read-replica.ts';
import type { Database } from './schema.ts';

const metrics = await serveMetrics({ host: '127.0.0.1', port: 0 });
const key = 'a key of the tests of the replica';
const notUsed = 'DATABASE_READ_URL is not used: lists come from DATABASE_URL';
const usedAgain = 'DATABASE_READ_URL is used again';
/** The statements that were sent to the replica. */
const onReplica: string[] = [];
let primaryUrl: string;
let primary: Kysely<Database>;
let [first, second]: Awaited<ReturnType<typeof startReplica>>[] = [];
let line: Awaited<ReturnType<typeof startLine>>;
let used: Awaited<ReturnType<typeof use>>;
let app: Awaited<ReturnType<typeof buildPlatform>>;
let org: number;
let [organiser, renamed] = [0, 0];

/** Uses the replica at a URL; returns its log lines and the server of each read. */
function use(databaseUrl: string, { of = primary, preparesStatements = true } = {}) {
  const said: object[] = [];
  const sources: string[] = [];
  const onStatement = ({ query }: LogEvent) => void onReplica.push(query.sql);
  const replica = useReadReplica(
    of,
    () => connectServer({ databaseUrl, preparesStatements, onStatement }),
    { warn: (fields, text) => void said.push({ ...fields, text }) },
    {
      ...metrics.of('platform'),
      count(name, labels) {
        sources.push(...(Object.values(labels) as string[]));
        metrics.of('platform').count(name, labels);
      },
    },
    { pauseMs: 100 },
  );
  replica.start();
  return { replica, said, sources };
}
const untilUsed = ({ replica }: { replica: ReadReplica }) =>
  vi.waitFor(() => expect(replica.isUsed()).toBe(true), { timeout: 10_000, interval: 20 });
/** Uses an unusable server until the log gives the reason. */
async function problemOf(...given: Parameters<typeof use>) {
  const { replica, said } = use(...given);
  await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 5_000, interval: 20 });
  await replica.read(async (db) => expect(db).toBe(given[1]?.of ?? primary));
  await replica.stop();
  return said[0];
}

beforeAll(async () => {
  primaryUrl = await startServer(primaryFlags);
  primary = await openDatabase({ databaseUrl: primaryUrl });
  const { orgs, users } = await writeFixtures(primary, clock());
  org = orgs.A;
  [organiser, renamed] = [users.orgA.id, users.audA.id];
  const scopes = [...nonSensitiveScopes];
  const row = { ent_usr_id: users.adm.id, name: 'k', key_hash: hashSecret(key), scopes, created_at: clock() };
  await primary.insertInto('api_key').values(row).execute();
  // In sequence, because the end of one copy deletes files that the other copy needs.
  first = await startReplica(primaryUrl);
  second = await startReplica(primaryUrl);
  line = await startLine(first.url);
  used = use(line.urlOf('postgres'));
  await untilUsed(used);
  const settings = readPlatformSettings({ PLATFORM_SECRET: 'a secret of the tests '.repeat(2) });
  const mailer = createMailer({ database: primary, clock, log: { warn() {}, error() {} } });
  const given = { db: primary, readReplica: used.replica, settings, clock, mailer };
  app = await buildPlatform({ ...given, metrics: metrics.of('platform') });
});
afterEach(() => {
  used.said.length = 0;
});
afterAll(async () => {
  await app.close();
  await used.replica.stop();
  await primary.destroy();
  line.close();
  await Promise.all([first?.stop(), second?.stop()]);
  await stopServer();
  await metrics.close();
});

const firstUrl = () => first?.url ?? '';
const secondUrl = () => second?.url ?? '';
const call = async (path: string, body?: object) => {
  const url = `/consoles/${path}`;
  const answer = await app.inject({
    method: body ? 'POST' : 'GET',
    url,
    headers: { 'api-key': key },
    ...(body && { payload: body }),
  });
  expect([path, answer.statusCode]).toEqual([path, 200]);
  return answer;
};
const listEmails = async () => {
  const { active_users } = (await call(`active_user_list?org_id=${org}&limit=25`)).json();
  return (active_users as { email: string }[]).map(({ email }) => email);
};
/** Changes a user's email, which the list shows. */
const rename = (email: string, db = primary) =>
  db.updateTable('ent_usr').set({ email }).where('id', '=', renamed).executeTakeFirst();
const emails = async (db: Kysely<Database>) =>
  (await db.selectFrom('ent_usr').select('email').execute()).map(({ email }) => email);
const emailsFrom = (replica: ReadReplica) => replica.read(emails);

/** Retries, because the replay can end the statement. */
const replay = (url: string, order: 'pause' | 'resume') =>
  vi.waitFor(() => runOn(url, `select pg_wal_replay_${order}()`), { timeout: 10_000, interval: 50 });

/** Retries until every read came from the replica, because a busy machine's replica can be late. */
const readFromReplica = <T>(read: () => Promise<T>, name: string, by = used): Promise<T> =>
  vi.waitFor(
    async () => {
      await untilUsed(by);
      by.sources.length = 0;
      const answer = await read();
      expect([name, new Set(by.sources)]).toEqual([name, new Set(['replica'])]);
      return answer;
    },
    { timeout: 10_000 },
  );

test('REPLICA-1 lists, searches, counts, the activity, figures and exports come from the replica', async () => {
  const paths = [
    `active_user_list?org_id=${org}&limit=25&search=a`,
    `inactive_user_list?org_id=${org}&limit=25`,
    `ext/external_users?org_id=${org}&limit=2`,
    'ext/all_users',
    'org_list?active_limit=25&disable_limit=25',
    'ext/all_orgs',
    'ext/audit_events',
    `ext/invitations?org_id=${org}`,
    'ext/overview',
  ];
  for (const path of paths) await readFromReplica(() => call(path), path);
  for (const list of streamedLists) {
    const query = ['users', 'external_users', 'invitations'].includes(list) ? { org_id: String(org) } : {};
    await readFromReplica(() => call('ext/export_rows', { list, query, limit: 1_000 }), list);
  }
  expect(await scrapeValue(metrics.origin, 'console_replica_reads_total', { source: 'replica' })).toBeGreaterThan(10);
});

test('REPLICA-2 caller, keys, a single user and all of a change come from the primary', async () => {
  const sent = () => onReplica.filter((text) => !text.includes('pg_control_system'));
  onReplica.length = 0;
  await readFromReplica(listEmails, 'list');
  expect(sent().length).toBeGreaterThan(0);
  expect(sent().filter((text) => /api_key|session|^(insert|update|delete)/.test(text))).toEqual([]);
  onReplica.length = 0;
  await call(`org_detail?org_id=${org}`);
  await call('update_organiser', { org_id: org, organizer_id: organiser });
  expect(sent()).toEqual([]);
});

test('REPLICA-3 METRIC-7 who reads after a write sees it, also while the replica does not replay: then the primary answers', async () => {
  for (let round = 0; round < 20; round += 1) {
    await rename(`round${round}@a.example`);
    expect(await listEmails()).toContain(`round${round}@a.example`);
  }
  await untilUsed(used);
  used.said.length = 0;
  await replay(firstUrl(), 'pause');
  await rename('paused@a.example');
  const began = performance.now();
  expect(await listEmails()).toContain('paused@a.example');
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(used.sources.at(-1)).toBe('primary');
  expect(used.said).toEqual([{ reason: 'it is behind', text: notUsed }]);
  onReplica.length = 0;
  await rename('behind@a.example');
  expect(await listEmails()).toContain('behind@a.example');
  expect(onReplica.filter((text) => text.includes('ent_usr'))).toEqual([]);
  expect(await scrapeValue(metrics.origin, 'console_degraded', { reason: 'replica' })).toBe(1);
  // METRIC-7 also covers a replica that is unused because of its delay.
  expect(await scrapeValue(metrics.origin, 'console_replica_lag_seconds')).toBeGreaterThan(0);
  await replay(firstUrl(), 'resume');
  await untilUsed(used);
  await expect.poll(() => scrapeValue(metrics.origin, 'console_replica_lag_seconds'), { timeout: 10_000 }).toBe(0);
  expect(used.said.at(-1)).toEqual({ text: usedAgain });
  expect(await scrapeValue(metrics.origin, 'console_degraded', { reason: 'replica' })).toBe(0);
});

test('REPLICA-3 a read while a transaction has written waits for no commit, and shows what is committed', async () => {
  await primary.transaction().execute(async (trx) => {
    await rename('open@a.example', trx);
    expect(await readFromReplica(listEmails, 'open')).not.toContain('open@a.example');
  });
  expect(await listEmails()).toContain('open@a.example');
});

test('REPLICA-4 while the replica hangs the primary answers within three seconds, then at once, and the log says it once', async () => {
  await untilUsed(used);
  used.said.length = 0;
  line.freeze(true);
  const began = performance.now();
  await Promise.all(Array.from({ length: 5 }, listEmails));
  expect(performance.now() - began).toBeLessThan(3_000);
  const later = performance.now();
  await listEmails();
  expect(performance.now() - later).toBeLessThan(500);
  expect(used.sources.slice(-6)).toEqual(Array(6).fill('primary'));
  expect(used.said).toEqual([{ reason: 'it does not respond', text: notUsed }]);
  expect(await scrapeValue(metrics.origin, 'console_replica_lag_seconds')).toBeUndefined();
  line.freeze(false);
  expect(await readFromReplica(listEmails, 'again')).toContain('open@a.example');
});

test('REPLICA-4 a read of which the connection is lost while the replica answers others is done by the primary within six seconds', async () => {
  await untilUsed(used);
  const began = performance.now();
  const read = used.replica.read(async (db) => {
    if (db !== primary) line.freeze(true);
    const found = emails(db);
    setTimeout(() => line.freeze(false), 200);
    return found;
  });
  expect(await read).toContain('open@a.example');
  expect(used.sources.at(-1)).toBe('primary');
  expect(performance.now() - began).toBeLessThan(6_500);
  await untilUsed(used);
});

test('REPLICA-4 what the replica refuses is done by the primary, and a refusal of the platform is not repeated', async () => {
  await untilUsed(used);
  let runs = 0;
  const read = used.replica.read(async (db) => {
    runs += 1;
    return (await rename('refused@a.example', db)).numUpdatedRows;
  });
  expect([await read, runs]).toEqual([1n, 2]);
  await untilUsed(used);
  used.sources.length = 0;
  const url = '/consoles/active_user_list?org_id=999999';
  expect((await app.inject({ url, headers: { 'api-key': key } })).statusCode).toBe(404);
  expect(used.sources).toEqual([]);
});

test('REPLICA-4 REPLICA-5 a server that does not run, the primary itself and another database are not used, and the log says why', async () => {
  const absent = `postgres://postgres@127.0.0.1:${await freePort()}/postgres`;
  await runOn(primaryUrl, 'create database other');
  await vi.waitFor(() => runOn(`${secondUrl().replace(/postgres$/, 'other')}`, 'select 1'), { timeout: 5_000 });
  const problems = [absent, primaryUrl, secondUrl().replace(/postgres$/, 'other')].map((url) => problemOf(url));
  expect(await Promise.all(problems)).toEqual([
    { reason: 'it does not respond', text: notUsed },
    { reason: 'it is not a replica', text: notUsed },
    { reason: 'it is a replica of another database', text: notUsed },
  ]);
});

test('DOCTOR-7 the doctor says that DATABASE_READ_URL leads to a replica', async () => {
  const { output } = await runDoctor({
    DATABASE_URL: primaryUrl,
    DATABASE_READ_URL: secondUrl(),
    DATA_DIR: '/nonexistent',
  });
  expect(output).toMatch(/\nok +database +DATABASE_READ_URL leads to a replica\.\n/);
});

test('REPLICA-6 behind a load balancer of two replicas, one of which does not replay, no read is stale', async () => {
  const both = await startLine(firstUrl(), secondUrl());
  const balanced = use(both.urlOf('postgres'));
  await untilUsed(balanced);
  await replay(secondUrl(), 'pause');
  for (let round = 0; round < 10; round += 1) {
    await rename(`balanced${round}@a.example`);
    const lists = await Promise.all(Array.from({ length: 4 }, () => emailsFrom(balanced.replica)));
    for (const list of lists) expect(list).toContain(`balanced${round}@a.example`);
  }
  await replay(secondUrl(), 'resume');
  await balanced.replica.stop();
  both.close();
});

const pgbouncer = [...(process.env.PATH ?? '').split(':'), '/usr/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find(existsSync);

test.skipIf(!pgbouncer)('REPLICA-6 PgBouncer in transaction mode may lead to the replica', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platform-pgbouncer-'));
  const port = await freePort();
  const user = serverUser();
  const { hostname, port: target } = new URL(secondUrl());
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]\npostgres = host=${hostname} port=${target} user=postgres\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any\npool_mode = transaction\ndefault_pool_size = 2\n`,
  );
  for (const path of [folder, join(folder, 'pgbouncer.ini')]) chownSync(path, user.uid ?? -1, user.gid ?? -1);
  const pooler = spawn(pgbouncer ?? '', ['pgbouncer.ini'], { ...user, cwd: folder, stdio: 'ignore' });
  const pooled = use(`postgres://postgres@127.0.0.1:${port}/postgres`, { preparesStatements: false });
  await untilUsed(pooled);
  for (let round = 0; round < 5; round += 1) {
    await rename(`pooled${round}@a.example`);
    const lists = await Promise.all(Array.from({ length: 4 }, () => emailsFrom(pooled.replica)));
    for (const list of lists) expect(list).toContain(`pooled${round}@a.example`);
  }
  await readFromReplica(() => emailsFrom(pooled.replica), 'pooled', pooled);
  await pooled.replica.stop();
  pooler.kill('SIGKILL');
  await once(pooler, 'exit');
  rmSync(folder, { recursive: true });
});

test('REPLICA-5 a replica that is promoted is not used any more, nor is one of the earlier primary by the new one', async () => {
  await untilUsed(used);
  used.said.length = 0;
  // A statement that waits for the promotion could block it, and the promotion can end any statement.
  await runOn(firstUrl(), 'select pg_promote(false)').catch(() => undefined);
  const state = () => runOn(firstUrl(), 'select pg_is_in_recovery() as recovers');
  await vi.waitFor(async () => expect(await state()).toEqual([{ recovers: false }]), { timeout: 20_000, interval: 20 });
  await rename('promoted@a.example');
  expect(await listEmails()).toContain('promoted@a.example');
  expect(used.said).toEqual([{ reason: 'it is not a replica', text: notUsed }]);
  const promoted = connectServer({ databaseUrl: firstUrl() });
  const reason = 'it has not followed the primary to a new timeline yet';
  expect(await problemOf(secondUrl(), { of: promoted })).toEqual({ reason, text: notUsed });
  await promoted.destroy();
});

test('REPLICA-4 after the end of the replica the primary answers', async () => {
  const last = use(secondUrl());
  await untilUsed(last);
  await second?.stop();
  expect(await emailsFrom(last.replica)).toContain('promoted@a.example');
  expect(last.said).toEqual([{ reason: 'it does not respond', text: notUsed }]);
  await last.replica.stop();
});
