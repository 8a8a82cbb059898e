import { serveMetrics } from '@console/server-base/metrics-server';
import { scrape, scrapeValue } from '@console/server-base/testing/scrape';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { backgroundRuns } from './background-runs.ts';
import { dayMs, hourMs } from './core/base/clock.ts';
import { recordBackup } from './operator/backup-runs.ts';
import { analyzeTables, isEmbedded } from './testing/database.ts';
import { useTestPlatform } from './testing/platform.ts';

const metrics = await serveMetrics({ host: '127.0.0.1', port: 0 });
afterAll(() => metrics.close());
const platform = useTestPlatform({ settings: { hasOutbox: false }, metrics: metrics.of('platform') });
const figure = (name: string, labels: Record<string, string> = {}) => scrapeValue(metrics.origin, name, labels);

test('METRIC-2 mails that wait, the oldest of them, keys that expire and events that are not sealed', async () => {
  const { db, users, now } = platform;
  const at = (ms: number) => new Date(now().getTime() + ms);
  await db.deleteFrom('mail').execute();
  const mail = { recipient: 'a@b.example', subject: 's', body_text: 't', body_html: null };
  await db
    .insertInto('mail')
    .values([
      { ...mail, created_at: at(-hourMs) },
      { ...mail, created_at: at(0) },
      { ...mail, created_at: at(-dayMs), sent_at: at(0) },
    ])
    .execute();
  const key = { ent_usr_id: users.orgA.id, name: 'k', scopes: [], created_at: now(), last_used_at: null };
  const expiring = await figure('console_keys_expiring', { within: '30d' });
  await db
    .insertInto('api_key')
    .values([
      { ...key, key_hash: 'a', revoked_at: null, expires_at: at(3 * dayMs) },
      { ...key, key_hash: 'b', revoked_at: null, expires_at: at(20 * dayMs) },
      { ...key, key_hash: 'c', revoked_at: now(), expires_at: at(3 * dayMs) },
    ])
    .execute();
  expect(await figure('console_mails_waiting')).toBe(2);
  expect(await figure('console_mails_oldest_seconds')).toBe(3_600);
  expect(await figure('console_keys_expiring', { within: '30d' })).toBe((expiring ?? 0) + 2);
  expect(await figure('console_audit_chain_pending')).toEqual(expect.any(Number));
  expect(await figure('console_metrics_absent', { family: 'stored' })).toBe(0);
  expect(await figure('console_degraded', { reason: 'database' })).toBe(0);
});

test('BACKUP-16 the time of the last complete backup, 0 before the first', async () => {
  const { db, now } = platform;
  const last = () => figure('console_backup_last_success_timestamp_seconds');
  expect(await last()).toBe(0);
  const backup = { bytes: 1, row_count: 1, is_encrypted: true, has_secrets: true };
  for (const at of [new Date(0), now()]) await recordBackup({ db, clock: () => at }, backup);
  expect(await last()).toBe(now().getTime() / 1000);
  await db.deleteFrom('backup_run').execute();
});

test('METRIC-6 client secrets of single sign-on that expire or have expired, only of what is on', async () => {
  const { db, orgs, now } = platform;
  const dayIn = (days: number) => new Date(now().getTime() + days * dayMs).toISOString().slice(0, 10);
  const sso = { client_id: 'c', tenant_id: 't', client_secret_sealed: 's', updated_at: now(), issuer: null };
  const counts = () =>
    Promise.all(['expired', '7d', '30d'].map((within) => figure('console_client_secrets_expiring', { within })));
  await db.deleteFrom('sso').execute();
  expect(await counts()).toEqual([0, 0, 0]);
  await db
    .insertInto('sso')
    .values([
      { ...sso, ent_org_id: orgs.A, enabled_at: now(), secret_expires_on: dayIn(7) },
      { ...sso, ent_org_id: orgs.B, enabled_at: now(), secret_expires_on: dayIn(30) },
    ])
    .execute();
  expect(await counts()).toEqual([0, 1, 2]);
  const set = (organisation: number, changes: object) =>
    db.updateTable('sso').set(changes).where('ent_org_id', '=', organisation).execute();
  await set(orgs.A, { secret_expires_on: dayIn(-1) });
  await set(orgs.B, { secret_expires_on: dayIn(31) });
  expect(await counts()).toEqual([1, 0, 0]);
  await set(orgs.B, { secret_expires_on: dayIn(0) });
  expect(await counts()).toEqual([1, 1, 1]);
  await set(orgs.B, { enabled_at: null });
  await db.updateTable('ent_org').set({ is_disabled: true }).where('id', '=', orgs.A).execute();
  expect(await counts()).toEqual([0, 0, 0]);
});

test('METRIC-2 the outcomes of which one is an alarm are there before their first time', async () => {
  for (const outcome of ['intact', 'broken', 'head_differs'])
    expect(await figure('console_audit_chain_checks_total', { outcome })).toBe(0);
});

test('METRIC-3 rows of the large tables are estimates of PostgreSQL', async () => {
  await analyzeTables(platform.db);
  const rows = await platform.db
    .selectFrom('ent_usr')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirst();
  expect(await figure('console_table_rows', { table: 'ent_usr' })).toBe(Number(rows?.n));
});

test('BOOT-8 METRIC-2 work that repeats is counted, and when it was last done; both are there before its first run', async () => {
  const run = backgroundRuns(platform.app.log, metrics.of('platform'), ['purge', 'chain', 'heads']);
  const runs = (work: string) =>
    Promise.all(['done', 'failed'].map((outcome) => figure('console_background_runs_total', { work, outcome })));
  const last = (work: string) => figure('console_background_last_done_timestamp_seconds', { work });
  const started = await last('heads');
  expect(Math.abs((started ?? 0) - Date.now() / 1_000)).toBeLessThan(60);
  expect([await runs('heads'), await last('purge'), await last('chain')]).toEqual([[0, 0], started, started]);
  await run('purge', 'purge failed', async () => undefined);
  await run('chain', 'activity not chained', () => Promise.reject(new Error('no')));
  expect([await runs('purge'), await runs('chain')]).toEqual([
    [1, 0],
    [0, 1],
  ]);
  expect(await last('purge')).toBeGreaterThan(started ?? Number.NaN);
  expect(await last('chain')).toBe(started);
});

const ofServer = [
  'console_database_server_connections',
  'console_database_server_connections_limit',
  'console_clock_offset_seconds',
] as const;

if (isEmbedded())
  test('METRIC-7 the embedded database has no connections to count and no clock of its own', async () => {
    expect(await Promise.all(ofServer.map((name) => figure(name)))).toEqual([undefined, undefined, undefined]);
  });
else
  test('METRIC-7 connections of the server, how many it takes, and how far its clock is from ours', async () => {
    const { rows } = await sql<{ used: number; most: number }>`
      select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
        current_setting('max_connections')::int as most`.execute(platform.db);
    const [used = 0, limit = 0, offset = 99] = await Promise.all(ofServer.map((name) => figure(name)));
    // Other test files connect and disconnect in between.
    expect(used).toBeGreaterThan(0);
    expect(Math.abs(used - (rows[0]?.used ?? 0))).toBeLessThan(100);
    expect(limit).toBe((rows[0]?.most ?? 0) - 3);
    expect(Math.abs(offset)).toBeLessThan(1);
  });

if (isEmbedded())
  test('METRIC-3 while a transaction has the embedded database a scrape ends, says what is absent, and does not ask again', async () => {
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const busy = platform.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      await end;
    });
    // The transaction ends only after the response.
    expect(await figure('console_metrics_absent', { family: 'stored' })).toBe(1);
    expect((await platform.call('GET /health/ready')).statusCode).toBe(200);
    const series = await scrape(metrics.origin);
    expect(series.filter(({ name }) => name.startsWith('console_mails'))).toEqual([]);
    resolve();
    await busy;
    await expect.poll(() => figure('console_metrics_absent', { family: 'stored' })).toBe(0);
  });
else
  test('METRIC-3 while all connections are in use a scrape has the stored figures, and the platform is ready', async () => {
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    let open = 0;
    const busy = Array.from({ length: 10 }, () =>
      platform.db.transaction().execute(async (trx) => {
        await sql`select 1`.execute(trx);
        open += 1;
        if (open === 10) began.resolve();
        await end;
      }),
    );
    await began.promise;
    const waiting = platform.db.selectFrom('ent_org').select('id').execute();
    expect(await figure('console_database_connections', { state: 'busy' })).toBe(10);
    expect(await figure('console_database_connections_limit')).toBe(10);
    expect(await figure('console_database_waiting')).toBe(1);
    expect(await figure('console_metrics_absent', { family: 'stored' })).toBe(0);
    expect((await platform.call('GET /health/ready')).statusCode).toBe(200);
    resolve();
    await Promise.all([...busy, waiting]);
  });
