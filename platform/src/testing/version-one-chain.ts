import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { chainAuditEvents, chainStartHash } from '../core/database/audit-chain.ts';
import type { Database } from '../core/database/schema.ts';

/** Adds all events to their chains as the release before version 2 does. */
export async function versionOneChain(db: Kysely<Database>): Promise<void> {
  await chainAuditEvents(db);
  const chains = await db.selectFrom('audit_chain').select('id').execute();
  for (const { id } of chains) {
    let previous = chainStartHash(id);
    const rows = await db
      .selectFrom('audit_entry')
      .selectAll()
      .where('chain_id', '=', id)
      .orderBy('chain_no')
      .execute();
    for (const row of rows) {
      const what = [row.action, row.event, row.code, row.target_type, row.target_id, row.before, row.after];
      const { ent_usr_id, ent_org_id, via, actor_role, api_key_id, client_address, email_hash } = row;
      const who = [ent_usr_id, ent_org_id, via, actor_role, api_key_id, client_address, email_hash];
      const rest = [row.subject_org_id, row.request_id, row.count];
      const all = [previous, row.chain_no, row.id, row.at.toISOString(), who, what, ...rest];
      previous = createHash('sha256').update(JSON.stringify(all)).digest('hex');
      const sealed = { hash: previous, hash_version: null, salt: null };
      await db.updateTable('audit_entry').set(sealed).where('id', '=', row.id).execute();
    }
    await sql`update audit_chain set last_hash = ${previous} where id = ${id}`.execute(db);
  }
}
