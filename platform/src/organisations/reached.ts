import type { Action } from '@console/contract/access';
import type { Transaction } from 'kysely';
import { refusalOf } from '../core/audit.ts';
import type { Caller } from '../core/caller.ts';
import { audited, Failure, notFound } from '../core/failure.ts';
import { reachOf } from '../core/route.ts';
import type { Database, Row } from '../core/schema.ts';

/** Holds the organisation that the caller acts on. Throws 403 by role, then 404 for one that is not theirs to act on; both stand in the audit log. */
export async function holdReached(
  trx: Transaction<Database>,
  caller: Caller,
  action: Action,
  id: number,
): Promise<Row<'ent_org'>> {
  const refusal = (error: Failure) =>
    audited(error, refusalOf(action, error.status === 403 ? 'role' : 'boundary', { type: 'ent_org', id }));
  try {
    reachOf(caller, action, id);
  } catch (error) {
    throw error instanceof Failure ? refusal(error) : error;
  }
  const row = await trx.selectFrom('ent_org').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw refusal(notFound());
  return row;
}
