import { type Kysely, sql } from 'kysely';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import type { Database } from '../core/database/schema.ts';

/** Columns to write with each supervisor. Null: a file of an operator, an identity provider or an organisation key. */
export const supervisorSetter = (userId: number | null, at: Date) => ({
  supervisor_set_by: userId,
  supervisor_set_at: at,
});

/** Whether a user has set their own supervisor. An unknown setter is read from the last event that changed the supervisor. */
export const supervisorSetBy = sql<'SELF' | 'UNKNOWN' | null>`case
  when ent_usr.supervisor is null or lower(ent_usr.supervisor) = lower(ent_usr.email) then null
  when ent_usr.supervisor_set_at is not null then
    case when ent_usr.supervisor_set_by = ent_usr.id then 'SELF' end
  when (select audit_entry.ent_usr_id = ent_usr.id from audit_entry
    where target_type = 'ent_usr' and target_id = ent_usr.id::text and code is null and via <> 'system'
      and after ? 'supervisor'
    order by at desc, audit_entry.id desc limit 1) then 'SELF'
  else 'UNKNOWN' end`;

export async function countSelfSetSupervisors(db: Kysely<Database>, organisationId: number): Promise<number> {
  const { count } = await db
    .selectFrom('ent_usr')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('ent_org_id', '=', organisationId)
    .where('is_disabled', '=', false)
    .where(supervisorSetBy, '=', 'SELF')
    .executeTakeFirstOrThrow();
  return count;
}

/** Confirms supervisors that the users themselves have set, or an unknown user, with an event each. The users are locked. */
export async function confirmSupervisors(
  trx: Kysely<Database>,
  userIds: readonly number[],
  setter: ReturnType<typeof supervisorSetter>,
): Promise<AuditEntry[]> {
  const confirmed = await trx
    .updateTable('ent_usr')
    .set(setter)
    .where(sql<boolean>`id = any(${userIds}::int[])`)
    .where('supervisor', 'is not', null)
    .where(sql<boolean>`(supervisor_set_at is null or supervisor_set_by = id)`)
    .returning('id')
    .execute();
  return confirmed.map(({ id }) => ({
    action: 'users:edit',
    target: { type: 'ent_usr', id },
    before: { supervisor_confirmed: false },
    after: { supervisor_confirmed: true },
  }));
}
