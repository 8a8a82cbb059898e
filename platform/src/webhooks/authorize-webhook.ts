import type { Action } from '@console/contract/access';
import type { Kysely } from 'kysely';
import { auditedNotFound, authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Database, Row } from '../core/database/schema.ts';

/** A webhook that the caller may manage, locked in a transaction. Throws an audited 403 by role, 404 otherwise. */
export async function authorizeWebhook(
  db: Kysely<Database>,
  caller: Caller,
  action: Action,
  id: number,
): Promise<Row<'webhook'>> {
  const target = { type: 'webhook', id };
  const found = db.selectFrom('webhook').selectAll().where('id', '=', id);
  const row = await (db.isTransaction ? found.forNoKeyUpdate() : found).executeTakeFirst();
  authorizeOrganisation(caller, action, row?.ent_org_id ?? 0, target);
  if (!row) throw auditedNotFound(action, target);
  return row;
}
