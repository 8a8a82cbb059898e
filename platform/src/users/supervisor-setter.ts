import { type Kysely, sql } from 'kysely';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import type { Database } from '../core/database/schema.ts';

/** Columns to write with each supervisor. Null: a file of an operator, an identity provider or an organisation key. */
export const supervisorSetter = (userId: number | null, at: Date) => ({
  supervisor_set_by: userId,
  supervisor_set_at: at,
});

/** Confirms supervisors that the users have set themselves or nobody knows who set, with an event each. The users are locked. */
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
