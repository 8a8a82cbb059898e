import { type Action, decideAccess, isOwnLevel, mayManageRole, type RoleKey, scopeOf } from '@console/contract/access';
import { missingScopeText } from '@console/contract/key-scopes';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type AuditEntry, refusalEntry } from '../base/audit-entry.ts';
import { type Failure, forbidden, notFound, withAudit } from '../base/failure.ts';
import { parseId } from '../base/parse-id.ts';
import type { Database } from '../database/schema.ts';
import { addressRefusal } from './allowed-address.ts';
import type { Caller } from './caller.ts';

const closedOrganisationText = 'You are an external user of this organisation, which does not allow your IP address.';

type Target = AuditEntry['target'];

/** Organisations in which a caller may perform an action. Every store of their data requires it. */
export type AllowedOrganisations = 'any' | { organisationId: number } | { except: readonly number[] };

/** Organisations of an action's scope that allow the caller's address. 'own' is empty without an own organisation. Throws 403 by role. */
export function allowedOrganisations(caller: Caller, action: Action): AllowedOrganisations {
  const scope = scopeOf(caller, action);
  if (scope === null) throw forbidden();
  if (scope === 'own') return { organisationId: Number(caller.organisationId ?? 0) };
  return caller.closedOrganisations ? { except: caller.closedOrganisations } : 'any';
}

/** Throws audited: 403 by role, 404 outside the caller's scope, 403 if the organisation does not allow an external user's address. */
export function authorizeOrganisation(
  caller: Caller,
  action: Action,
  organisationId: number,
  target: Target = { type: 'ent_org', id: organisationId },
): AllowedOrganisations {
  const decision = decideAccess(caller, action, String(organisationId));
  if (decision === 'forbidden') throw auditedForbidden(action, 'role', target);
  if (caller.closedOrganisations?.includes(organisationId))
    throw withAudit(forbidden(closedOrganisationText), refusalEntry(action, addressRefusal, target));
  if (decision === 'notFound') throw auditedNotFound(action, target);
  return allowedOrganisations(caller, action);
}

/** Like `authorizeOrganisation`, also for an organisation that does not exist. */
export async function authorizeExistingOrganisation(
  db: Kysely<Database>,
  caller: Caller,
  action: Action,
  id: number,
): Promise<AllowedOrganisations> {
  const allowed = authorizeOrganisation(caller, action, id);
  const found = await db.selectFrom('ent_org').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw auditedNotFound(action, { type: 'ent_org', id });
  return allowed;
}

/** The organisation of a query, or null for all. Throws an audited 403 for a caller who may not read all. */
export async function authorizeOneOrAll(
  db: Kysely<Database>,
  caller: Caller,
  action: Action,
  given: string | number | undefined,
): Promise<number | null> {
  if (given !== undefined) {
    const id = parseId(given);
    await authorizeExistingOrganisation(db, caller, action, id);
    return id;
  }
  if (isOfAll(allowedOrganisations(caller, action))) return null;
  throw auditedForbidden(action, 'role', { type: 'ent_org', id: null });
}

/** Whether a column's organisation is allowed; null only for callers who may read all. */
export function isInAllowedOrganisation(allowed: AllowedOrganisations, column: string): RawBuilder<boolean> {
  if (allowed === 'any') return sql<boolean>`true`;
  return 'except' in allowed
    ? sql<boolean>`coalesce(${sql.ref(column)} <> all(${allowed.except}::int[]), true)`
    : sql<boolean>`${sql.ref(column)} = ${allowed.organisationId}`;
}

/** Like `isInAllowedOrganisation`, for an id. */
export function isAllowedOrganisation(allowed: AllowedOrganisations, id: number | null | undefined): boolean {
  if (allowed === 'any') return true;
  return 'except' in allowed ? !allowed.except.includes(id ?? 0) : id === allowed.organisationId;
}

export const isOfAll = (allowed: AllowedOrganisations): boolean => allowed === 'any' || 'except' in allowed;

export function requireManageableRole(
  caller: Caller,
  action: Action,
  role: RoleKey | null | undefined,
  target: Target,
): void {
  if (role && !mayManageRole(caller.role, role)) throw auditedForbidden(action, 'level', target);
}

/** Also throws for an API key without `sensitive:write` that gives its owner's role level: the user would outlive the key. */
export function requireGivableRole(
  caller: Caller,
  action: Action,
  role: RoleKey | null | undefined,
  target: Target,
): void {
  requireManageableRole(caller, action, role, target);
  if (role && isOwnLevel(caller.role, role)) requireSensitiveScope(caller, action, target);
}

export function requireSensitiveScope({ keyScopes }: Caller, action: Action, target: Target): void {
  const scope = 'sensitive:write';
  if (keyScopes?.includes(scope) === false)
    throw withAudit(forbidden(missingScopeText(scope)), refusalEntry(action, 'scope', target));
}

/** An audited 403: by role, for a higher role, or for an action that no user may perform on their own account. */
export const auditedForbidden = (action: Action, reason: 'role' | 'level' | 'oneself', target: Target): Failure =>
  withAudit(forbidden(), refusalEntry(action, reason, target));

export const auditedNotFound = (action: Action, target: Target): Failure =>
  withAudit(notFound(), refusalEntry(action, 'boundary', target));
