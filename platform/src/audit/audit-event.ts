import type { auditEvent } from '@console/contract/calls/audit';
import { erasedText } from '@console/contract/event-form';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { type AllowedOrganisations, isAllowedOrganisation } from '../core/access/allowed-organisations.ts';
import { toVisibleUserResponse } from '../core/access/visible-user.ts';
import type { Database } from '../core/database/schema.ts';
import { findUsersById } from '../core/database/user-response.ts';
import type { AuditRow } from './audit.store.ts';
import { describeChanges, fieldsOf, referencedTargets } from './audit-changes.ts';
import { findTargetNames } from './audit-targets.ts';
import { withErasedText } from './event-hash.ts';

export type AuditEventResponse = z.input<typeof auditEvent>;

/** Events in the REST shape, without the persons, keys, addresses and targets of organisations that are not allowed. */
export async function toAuditEventResponses(
  db: Kysely<Database>,
  allowed: AllowedOrganisations,
  rows: readonly AuditRow[],
  uploadCounts: ReadonlyMap<number, number>,
): Promise<AuditEventResponse[]> {
  if (rows.length === 0) return [];
  const users = await findUsersById(db, [...new Set(rows.map(({ ent_usr_id }) => ent_usr_id))]);
  const keys = byId(
    await db.selectFrom('api_key').select(['id', 'name', 'prefix']).where(among(rows, 'api_key_id')).execute(),
  );
  const organisations = byId(
    await db.selectFrom('ent_org').select(['id', 'brandname']).where(among(rows, 'subject_org_id')).execute(),
  );
  const roles = await db.selectFrom('role').select(['id', 'label']).execute();
  const labels = new Map(roles.map(({ id, label }) => [String(id), label]));
  const targetOf = await findTargetNames(db, allowed, [...rows, ...rows.flatMap(referencedTargets)]);
  return rows.map((row) => {
    const user = users.get(row.ent_usr_id);
    const isHidden = isActorHidden(allowed, row, user?.ent_org_id);
    const target = targetOf(row);
    return {
      id: row.id,
      at: row.at.toISOString(),
      action: row.event,
      code: row.code,
      reason: row.code === null ? null : String(fieldsOf(row.after).reason ?? row.code),
      via: row.via,
      actor_kind: actorKind(row),
      operator: operatorOf(row),
      actor_role: row.actor_role,
      ent_usr: isHidden ? null : toVisibleUserResponse(allowed, user),
      api_key: isHidden ? null : (keys.get(row.api_key_id ?? 0) ?? null),
      client_address: isHidden ? null : row.client_address,
      org: organisations.get(row.subject_org_id ?? 0) ?? null,
      target: { type: row.target_type, id: row.target_id, name: target?.name ?? null, org_id: target?.org_id ?? null },
      changes: row.code === null ? describeChanges(shownChanges(row), labels, targetOf) : [],
      request_id: row.request_id,
      position: row.position,
      count: row.count,
      upload_count: uploadCounts.get(row.id) ?? null,
    };
  });
}

/** Whether the actor is in an organisation that is not allowed: a user who moved there, or a key that belonged to it. */
export function isActorHidden(
  allowed: AllowedOrganisations,
  { ent_usr_id, api_key_id, ent_org_id }: AuditRow,
  organisationOfUser: number | null | undefined,
): boolean {
  if (ent_usr_id !== null) return !isAllowedOrganisation(allowed, organisationOfUser);
  return api_key_id !== null && !isAllowedOrganisation(allowed, ent_org_id);
}

const byId = <T extends { id: number }>(found: readonly T[]) => new Map(found.map((one) => [one.id, one]));

const among = (rows: readonly AuditRow[], column: 'api_key_id' | 'subject_org_id') =>
  sql<boolean>`id = any(${[...new Set(rows.map((row) => row[column]))]}::int[])`;

export function actorKind({ api_key_id, ent_usr_id, via }: AuditRow): AuditEventResponse['actor_kind'] {
  if (via === 'scim') return 'scim';
  if (api_key_id !== null || via === 'bearer') return 'key';
  if (ent_usr_id !== null) return 'person';
  return via === 'system' ? 'system' : 'unknown';
}

/** Only the system's own events have a trusted operator name: other events contain what a caller has sent. */
export function operatorOf(row: AuditRow): string | null {
  const { operator } = fieldsOf(withErasedText(row, erasedText).after);
  return row.via === 'system' && typeof operator === 'string' ? operator : null;
}

export function shownChanges(row: AuditRow): { before: unknown; after: unknown } {
  const shown = withErasedText(row, erasedText);
  if (operatorOf(row) === null) return shown;
  const { operator: _name, ...after } = fieldsOf(shown.after);
  return { before: shown.before, after };
}
