import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Services } from '../core/access/services.ts';
import { findChangedCollations } from '../core/database/collation-version.ts';
import { readAppliedMigrations } from '../core/database/later-migrations.ts';
import type { Database } from '../core/database/schema.ts';
import { findUnsentEmails } from '../invitations/unsent-emails.ts';
import { findDoubles } from '../users/convert-spellings.ts';
import { lastBackup } from './backup-runs.ts';

/** Status of a database, read without changes. */
const statusSchema = z.object({
  migrations: z.array(z.object({ name: z.string(), compatible_from: z.string().nullable() })),
  server_version: z.number(),
  is_replica: z.boolean(),
  now: z.string(),
  /** Null without events. */
  newest_event_at: z.string().nullable(),
  users: z.number(),
  administrators: z.number(),
  /** Null without a backup, and from a platform of an earlier release. */
  last_backup_at: z.string().nullable().default(null),
  /** Empty for a platform of an earlier release. */
  changed_collations: z
    .object({
      collations: z.array(z.object({ name: z.string(), stored: z.string(), actual: z.string() })),
      repair: z.array(z.string()),
    })
    .default({ collations: [], repair: [] }),
  /** Users with another spelling of another user's email. Empty for a platform of an earlier release. */
  doubles: z.array(z.object({ id: z.number(), email: z.string(), other: z.string() })).default([]),
  mails: z.object({ count: z.number(), since: z.string().nullable(), failure: z.string().nullable() }).nullable(),
});
export type PlatformStatus = z.infer<typeof statusSchema>;

export const parseStatus = (value: unknown): PlatformStatus => statusSchema.parse(value);

/** Reads the status. Without the console's tables, the status has only facts about the PostgreSQL server. */
export async function readStatus(
  services: Pick<Services, 'clock' | 'settings'>,
  db: Kysely<Database>,
): Promise<PlatformStatus> {
  const server = await sql<{ server_version: number; is_replica: boolean; now: Date; has_tables: boolean }>`
    select current_setting('server_version_num')::int as server_version, pg_is_in_recovery() as is_replica,
      clock_timestamp() as now, to_regclass('kysely_migration') is not null as has_tables`.execute(db);
  const { server_version = 0, is_replica = false, now = new Date(0), has_tables = false } = server.rows[0] ?? {};
  const status = {
    server_version,
    is_replica,
    now: now.toISOString(),
    migrations: [],
    newest_event_at: null,
    users: 0,
    administrators: 0,
    last_backup_at: null,
    doubles: [],
    mails: null,
    changed_collations: { collations: [], repair: [] },
  };
  if (!has_tables) return status;
  const { rows } = await sql<{ users: number; administrators: number; newest: Date | null }>`
    select (select count(*)::int from ent_usr) as users,
      (select count(*)::int from ent_usr inner join role on role.id = role_id
        where id_str = 'ADMINISTRATOR' and not is_disabled) as administrators,
      (select max(at) from audit_entry) as newest`.execute(db);
  const { count, since, failure } = await findUnsentEmails(services, db);
  return {
    ...status,
    migrations: await readAppliedMigrations(db),
    changed_collations: await findChangedCollations(db),
    users: rows[0]?.users ?? 0,
    administrators: rows[0]?.administrators ?? 0,
    newest_event_at: rows[0]?.newest?.toISOString() ?? null,
    last_backup_at: (await lastBackup(db))?.toISOString() ?? null,
    doubles: await findDoubles(db),
    mails: { count, since: since?.toISOString() ?? null, failure },
  };
}
