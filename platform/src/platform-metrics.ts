import type { ServerMetrics, SetGauge } from '@console/server-base/metrics';
import { sql } from 'kysely';
import type { Services } from './core/access/services.ts';
import { addMs, dayMs, secondMs } from './core/base/clock.ts';
import type { Ask, DatabaseWatch } from './core/database/database-watch.ts';
import type { ReadReplica } from './core/database/read-replica.ts';
import type { ImageRenderer } from './organisations/image-renderer.ts';

const largeTables = [
  'audit_entry',
  'ent_org',
  'ent_usr',
  'api_key',
  'session',
  'mail',
  'invitation',
  'bulk_row',
  'webhook_delivery',
];

interface Waiting {
  mails: number;
  oldest_mail: Date | null;
  unsealed: number;
  deliveries: number;
  oldest_delivery: Date | null;
  keys_7d: number;
  keys_30d: number;
  secrets_expired: number;
  secrets_7d: number;
  secrets_30d: number;
  last_backup: Date | null;
  has_jobs: boolean;
}

/** Sets the gauges for each scrape: one or two short queries of partial indexes and estimates. */
export function reportPlatform(
  metrics: ServerMetrics,
  services: Services & { imageRenderer: ImageRenderer },
  database: DatabaseWatch,
): void {
  const { settings, passwords, imageRenderer, readReplica } = services;
  for (const outcome of ['intact', 'broken', 'head_differs'])
    metrics.count('console_audit_chain_checks_total', { outcome }, 0);
  for (const source of readReplica ? ['replica', 'primary'] : [])
    metrics.count('console_replica_reads_total', { source }, 0);
  metrics.onScrape(async (set) => {
    set('console_queue_depth', { queue: 'passwords' }, passwords.waiting());
    set('console_queue_depth', { queue: 'pictures' }, imageRenderer.waiting());
    const { secrets, gatewaySecrets } = settings;
    set('console_secret_rotating', { secret: 'PLATFORM_SECRET' }, Number(secrets.length > 1));
    set('console_secret_rotating', { secret: 'GATEWAY_SECRET' }, Number(gatewaySecrets.length > 1));
    const pool = database.pool();
    if (pool) {
      set('console_database_connections', { state: 'busy' }, pool.busy);
      set('console_database_connections', { state: 'idle' }, pool.idle);
      set('console_database_connections_limit', {}, pool.limit);
      set('console_database_waiting', {}, pool.waiting);
    }
    if (readReplica) set('console_degraded', { reason: 'replica' }, Number(!readReplica.isUsed()));
    const [answers, isRead] = await Promise.all([
      database.answers(),
      setStored(set, services, database),
      readReplica && setReplicaLag(set, readReplica),
    ]);
    set('console_degraded', { reason: 'database' }, Number(!answers));
    set('console_metrics_absent', { family: 'stored' }, Number(!isRead));
  });
}

/** Sets gauges from the database; returns whether it responded. */
async function setStored(set: SetGauge, { clock, settings }: Services, database: DatabaseWatch): Promise<boolean> {
  const now = clock();
  const stored = await database.read(async (ask) => {
    const [waiting] = await ask(waitingQuery(now));
    const tables = await ask(sql<{ name: string; rows: number }>`
      select relname as name, reltuples::float8 as rows from pg_class
      where oid = any(${largeTables}::text[]::regclass[]) and reltuples >= 0`);
    const server = database.pool() && (await askServer(ask));
    return { waiting, tables, server, jobs: waiting?.has_jobs ? await ask(jobsQuery) : [] };
  });
  if (!stored?.waiting) return false;
  const { waiting, tables, server, jobs } = stored;
  if (server) {
    set('console_clock_offset_seconds', {}, server.ahead);
    set('console_database_server_connections', {}, server.connections);
    set('console_database_server_connections_limit', {}, server.limit);
  }
  const { mails, oldest_mail, unsealed, keys_7d, keys_30d, secrets_expired, secrets_7d, secrets_30d } = waiting;
  const leave = Number(!settings.hasOutbox);
  const age = oldest_mail ? Math.max(0, now.getTime() - oldest_mail.getTime()) : 0;
  set('console_mails_waiting', {}, leave * mails);
  set('console_mails_oldest_seconds', {}, (leave * age) / secondMs);
  set('console_audit_chain_pending', {}, unsealed);
  set('console_backup_last_success_timestamp_seconds', {}, (waiting.last_backup?.getTime() ?? 0) / secondMs);
  const { deliveries, oldest_delivery } = waiting;
  const lateMs = oldest_delivery ? Math.max(0, now.getTime() - oldest_delivery.getTime()) : 0;
  set('console_webhook_deliveries_waiting', {}, deliveries);
  set('console_webhook_deliveries_late_seconds', {}, lateMs / secondMs);
  set('console_keys_expiring', { within: '7d' }, keys_7d);
  set('console_keys_expiring', { within: '30d' }, keys_30d);
  set('console_client_secrets_expiring', { within: 'expired' }, secrets_expired);
  set('console_client_secrets_expiring', { within: '7d' }, secrets_7d);
  set('console_client_secrets_expiring', { within: '30d' }, secrets_30d);
  for (const { name, rows } of tables) set('console_table_rows', { table: name }, rows);
  for (const { queue, count, oldest } of jobs) {
    set('console_jobs_waiting', { queue }, count);
    set('console_jobs_oldest_seconds', { queue }, oldest);
  }
  return true;
}

/** `numbackends` is what a role without further rights can read about others' connections. */
const serverQuery = sql<{ now: number; connections: number; limit: number }>`
  select extract(epoch from clock_timestamp())::float8 as now,
    (select sum(numbackends)::int from pg_stat_database) as connections,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true), '0')::int as limit`;

/** Compares clocks at the middle of a query, on an open connection. */
async function askServer(ask: Ask) {
  const began = Date.now();
  const [server] = await ask(serverQuery);
  return server && { ...server, ahead: (began + Date.now()) / 2 / secondMs - server.now };
}

async function setReplicaLag(set: SetGauge, replica: ReadReplica): Promise<void> {
  const seconds = await replica.lagSeconds();
  if (seconds !== null) set('console_replica_lag_seconds', {}, seconds);
}

const waitingQuery = (now: Date) => {
  const within = (days: number) =>
    sql`expires_at between ${now}::timestamptz and ${addMs(now, days * dayMs)}::timestamptz`;
  const dayIn = (days: number) =>
    addMs(now, days * dayMs)
      .toISOString()
      .slice(0, 10);
  return sql<Waiting>`
    select mails.count as mails, mails.oldest as oldest_mail, keys.in_7d as keys_7d, keys.in_30d as keys_30d,
      secrets.expired as secrets_expired, secrets.in_7d as secrets_7d, secrets.in_30d as secrets_30d,
      (select count(*)::int from audit_entry where position is null) as unsealed,
      (select max(finished_at) from backup_run) as last_backup,
      deliveries.count as deliveries, deliveries.oldest as oldest_delivery,
      to_regclass('pgboss.job') is not null as has_jobs
    from (select count(*)::int as count, min(coalesce(due_at, created_at)) as oldest from mail
        where sent_at is null and failed_at is null) as mails,
      (select count(*)::int as count, min(due_at) filter (where due_at <= ${now}::timestamptz
            and (claimed_until is null or claimed_until <= ${now}::timestamptz)) as oldest
        from webhook_delivery join webhook on webhook.id = webhook_id
        where state = 'waiting' and is_enabled) as deliveries,
      (select count(*) filter (where ${within(7)})::int as in_7d, count(*)::int as in_30d from api_key
        where revoked_at is null and ${within(30)}) as keys,
      (select count(*) filter (where secret_expires_on < ${dayIn(0)})::int as expired,
          count(*) filter (where secret_expires_on between ${dayIn(0)} and ${dayIn(7)})::int as in_7d,
          count(*) filter (where secret_expires_on >= ${dayIn(0)})::int as in_30d
        from sso join ent_org on ent_org.id = sso.ent_org_id
        where secret_expires_on <= ${dayIn(30)} and enabled_at is not null and not ent_org.is_disabled) as secrets`;
};

/** Queues are named in the code; the library's own begin with an underscore. */
const jobsQuery = sql<{ queue: string; count: number; oldest: number }>`
  select queue.name as queue, count(job.id)::int as count,
    greatest(0, coalesce(extract(epoch from now()
      - min(case when job.state = 'created' then job.start_after else job.created_on end)), 0))::float8 as oldest
  from pgboss.queue as queue left join pgboss.job as job on job.name = queue.name and job.state < 'active'
  where queue.name not like '\\_%' group by queue.name`;
