import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { chainStartHash, noOrganisationChainId } from '../audit/audit-chain.ts';
import type { Database } from '../core/database/schema.ts';

/** Adds all events to their chains as the release before version 2 does. */
export async function versionOneChain(db: Kysely<Database>): Promise<void> {
  const rows = await db.selectFrom('audit_entry').selectAll().where('position', 'is', null).orderBy('id').execute();
  for (const row of rows) {
    const chain_id = row.subject_org_id ?? noOrganisationChainId;
    const chain = await db.selectFrom('audit_chain').selectAll().where('id', '=', chain_id).executeTakeFirst();
    const chain_no = (chain?.last_no ?? 0) + 1;
    const what = [row.action, row.event, row.code, row.target_type, row.target_id, row.before, row.after];
    const { ent_usr_id, ent_org_id, via, actor_role, api_key_id, client_address, email_hash } = row;
    const who = [ent_usr_id, ent_org_id, via, actor_role, api_key_id, client_address, email_hash];
    const rest = [row.subject_org_id, row.request_id, row.count];
    const previous = chain?.last_hash ?? chainStartHash(chain_id);
    const all = [previous, chain_no, row.id, row.at.toISOString(), who, what, ...rest];
    const hash = createHash('sha256').update(JSON.stringify(all)).digest('hex');
    const { rows: positions } = await sql<{ position: number }>`
      insert into audit_position (id, position) values (1, 1)
      on conflict (id) do update set position = audit_position.position + 1 returning position`.execute(db);
    const sealed = { position: positions[0]?.position ?? 0, chain_id, chain_no, hash };
    await db.updateTable('audit_entry').set(sealed).where('id', '=', row.id).execute();
    const head = { last_no: chain_no, last_hash: hash };
    const first = { id: chain_id, first_no: 0, first_hash: chainStartHash(chain_id) };
    await db
      .insertInto('audit_chain')
      .values({ ...first, ...head })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(head))
      .execute();
  }
}
