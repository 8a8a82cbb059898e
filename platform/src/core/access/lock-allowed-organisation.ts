import type { Action } from '@console/contract/access';
import type { Transaction } from 'kysely';
import { type AuditEntry, refusalOf } from '../base/audit-entry.ts';
import { audited, Failure, notFound } from '../base/failure.ts';
import type { Database, Row } from '../database/schema.ts';
import { reachOf } from './allowed-organisations.ts';
import type { Caller } from './caller.ts';

type Target = AuditEntry['target'];

/** Throws 403 by role, then 404 for an organisation that is not the caller's to act on; both stand in the audit log. */
export function refuseUnreached(caller: Caller, action: Action, organisationId: number, target: Target): void {
  try {
    reachOf(caller, action, organisationId);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw audited(error, refusalOf(action, error.status === 403 ? 'role' : 'boundary', target));
  }
}

/** 404 for what is not the caller's to act on, or not there; it stands in the audit log. */
export const unreached = (action: Action, target: Target): Failure =>
  audited(notFound(), refusalOf(action, 'boundary', target));

/** Holds the organisation that the caller acts on. Throws 403 by role, then 404 for one that is not theirs to act on; both stand in the audit log. */
export async function holdReached(
  trx: Transaction<Database>,
  caller: Caller,
  action: Action,
  id: number,
): Promise<Row<'ent_org'>> {
  const target = { type: 'ent_org', id };
  refuseUnreached(caller, action, id, target);
  const row = await trx.selectFrom('ent_org').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw unreached(action, target);
  return row;
}
