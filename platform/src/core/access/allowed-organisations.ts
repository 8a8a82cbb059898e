import { type Action, decide, scopeOf } from '@console/contract/access';
import { refusalOf } from '../base/audit-entry.ts';
import { audited, forbidden, notFound } from '../base/failure.ts';
import type { Caller } from './caller.ts';

/** Whose objects a caller reaches with an action: everybody's, or those of one organisation. A store is made with it. */
export type Reach = 'any' | { organisationId: number };

/** How far the caller reaches with an action, for one organisation's objects: 403 by role, then 404, as for an organisation that does not exist. */
export function reachOf(caller: Caller, action: Action, organisationId: number): Reach {
  const decision = decide(caller, action, String(organisationId));
  const target = { type: 'ent_org', id: organisationId };
  if (decision === 'forbidden') throw audited(forbidden(), refusalOf(action, 'role', target));
  if (decision === 'notFound') throw audited(notFound(), refusalOf(action, 'boundary', target));
  return reachFor(caller, action);
}

/** How far the caller reaches with an action, whatever the organisation: 403 by role. Who has no organisation reaches nothing of 'own'. */
export function reachFor(caller: Caller, action: Action): Reach {
  const scope = scopeOf(caller, action);
  if (scope === null) throw forbidden();
  return scope === 'any' ? 'any' : { organisationId: Number(caller.organisationId ?? 0) };
}

const biggestId = 2 ** 31 - 1;

/** An id as it is stored. One that no row can have is looked up like any other unknown one, not refused by the database. */
export function toId(value: number | string): number {
  const id = Number(value);
  return Number.isSafeInteger(id) && id <= biggestId ? id : 0;
}
