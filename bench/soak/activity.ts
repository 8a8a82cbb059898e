import { chainAuditEvents } from '../../platform/src/core/database/audit-chain.ts';
import { openDatabase, runSqlScript } from '../../platform/src/core/database/database.ts';
import type { Filled } from '../scale/databases.ts';

/** Gives the first organisation as many sealed events. */
export async function addActivity({ settings }: Filled, events: number): Promise<void> {
  const db = await openDatabase({ databaseUrl: settings.DATABASE_URL ?? '' });
  try {
    await runSqlScript(
      db,
      `insert into audit_entry (at, ent_usr_id, ent_org_id, via, action, event, target_type, target_id, before, after,
          request_id, client_address, actor_role, subject_org_id)
        select now() - interval '1 hour' + n * interval '1 millisecond', 1, 1, 'session', 'users:edit', 'users:edit', 'ent_usr',
          n::text, '{"firstname": "Before"}', '{"firstname": "After"}', gen_random_uuid()::text, '192.0.2.1', 'ORGANISER', 1
        from generate_series(1, ${Math.ceil(events)}) n`,
    );
    while ((await chainAuditEvents(db, 10_000)) > 0);
    await runSqlScript(db, 'vacuum analyze audit_entry');
  } finally {
    await db.destroy();
  }
}
