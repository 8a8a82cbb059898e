import type { Action } from '@console/contract/access';
import type { Transaction } from 'kysely';
import type { Database, Row } from '../database/schema.ts';
import { authorizeOrganisation, notAllowed } from './allowed-organisations.ts';
import type { Caller } from './caller.ts';

/** Locks an organisation's row for a command. Throws an audited 403 by role, then an audited 404 outside the caller's scope. */
export async function lockAllowedOrganisation(
  trx: Transaction<Database>,
  caller: Caller,
  action: Action,
  id: number,
): Promise<Row<'ent_org'>> {
  authorizeOrganisation(caller, action, id);
  const row = await trx.selectFrom('ent_org').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw notAllowed(action, { type: 'ent_org', id });
  return row;
}
