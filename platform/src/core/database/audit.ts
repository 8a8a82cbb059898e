import { auditActionOf } from '@console/contract/calls/audit-action-of';
import { logoutRefusals } from '@console/contract/calls/back-channel-logout';
import { type InsertObject, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Actor, AuditEntry } from '../base/audit-entry.ts';
import type { Clock } from '../base/clock.ts';
import { parseId } from '../base/parse-id.ts';
import { inBatches } from './batches.ts';
import type { Database } from './schema.ts';

const refusals: readonly string[] = ['access:refuse', 'session:refuse'];

/** Error codes of the platform's own reasons. */
const codes: Readonly<Record<string, string>> = {
  role: 'FORBIDDEN',
  scope: 'FORBIDDEN',
  level: 'FORBIDDEN',
  oneself: 'FORBIDDEN',
  boundary: 'NOT_FOUND',
  ...Object.fromEntries(Object.keys(logoutRefusals).map((reason) => [reason, 'TOKEN_INVALID'])),
};

export function toAuditRow(at: Date, actor: Actor, entry: AuditEntry): InsertObject<Database, 'audit_entry'> {
  const { action, target, before, after } = entry;
  const isRefused = refusals.includes(action);
  const organisationId = actor.organisationId === null ? null : Number(actor.organisationId);
  return {
    at,
    ent_usr_id: actor.userId,
    ent_org_id: organisationId,
    via: actor.via,
    action,
    event: auditActionOf(isRefused ? String(after?.action ?? 'session:signIn') : action),
    code: isRefused ? (codes[String(after?.reason)] ?? String(after?.reason)) : null,
    target_type: target.type,
    target_id: target.id === null ? null : String(target.id),
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
    request_id: actor.requestId,
    client_address: actor.clientAddress ?? null,
    actor_role: actor.role === undefined ? roleOfUser(actor.userId) : actor.role,
    api_key_id: actor.apiKeyId ?? null,
    // The actor may not know the organisation of a refused target.
    subject_org_id: isRefused ? organisationId : subjectOf(entry, organisationId),
  };
}

const roleOfUser = (userId: number | null): RawBuilder<string | null> =>
  sql`(select role.id_str from role inner join ent_usr on ent_usr.role_id = role.id where ent_usr.id = ${userId}::int)`;

function subjectOf({ target: { type, id }, organisationId }: AuditEntry, ofActor: number | null) {
  if (organisationId !== undefined) return organisationId;
  const targetId = parseId(id ?? 0);
  if (type === 'ent_org') return targetId;
  if (type === 'ent_usr')
    return sql<number>`coalesce((select ent_org_id from ent_usr where id = ${targetId}::int), ${ofActor}::int)`;
  if (type === 'api_key')
    return sql<number>`coalesce((select coalesce(api_key.owner_org_id, ent_usr.ent_org_id) from api_key
      left join ent_usr on ent_usr.id = ent_usr_id where api_key.id = ${targetId}::int), ${ofActor}::int)`;
  return ofActor;
}

/** Appends to the audit log in the command's transaction; returns the ids. */
export async function writeAudit(
  trx: Transaction<Database>,
  clock: Clock,
  actor: Actor,
  entries: AuditEntry[],
): Promise<number[]> {
  const at = clock();
  const rows = entries.map((entry) => toAuditRow(at, actor, entry));
  const added = await inBatches(rows, (batch) => trx.insertInto('audit_entry').values(batch).returning('id').execute());
  return added.map(({ id }) => id);
}
