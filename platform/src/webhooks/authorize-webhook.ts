import type { Action } from '@console/contract/access';
import type { Kysely, Transaction } from 'kysely';
import { auditedNotFound, authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockUser } from '../core/access/locks.ts';
import { personOf } from '../core/access/person.ts';
import { requireUnchangedCaller } from '../core/database/current-caller.ts';
import type { Database, Row } from '../core/database/schema.ts';

/** A webhook that the caller may manage. Throws an audited 403 by role, 404 otherwise. */
export async function authorizeWebhook(
  db: Kysely<Database>,
  caller: Caller,
  action: Action,
  id: number,
): Promise<Row<'webhook'>> {
  const target = { type: 'webhook', id };
  const row = await db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst();
  authorizeOrganisation(caller, action, row?.ent_org_id ?? 0, target);
  if (!row) throw auditedNotFound(action, target);
  return row;
}

/** Locks the caller and a webhook. Throws like `authorizeWebhook`, 401 or 403 for a changed caller. */
export async function lockWebhook(
  trx: Transaction<Database>,
  caller: Caller,
  action: Action,
  id: number,
): Promise<Row<'webhook'>> {
  await lockUser(trx, personOf(caller));
  await trx.selectFrom('webhook').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  await requireUnchangedCaller(trx, caller);
  return authorizeWebhook(trx, caller, action, id);
}
