import { sql, type Transaction } from 'kysely';
import type { LockedOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import type { Database } from '../core/database/schema.ts';
import type { UserRow } from '../core/database/user-response.ts';
import { endCredentials } from '../security/end-credentials.ts';
import { supervisorSetter } from './supervisor-setter.ts';
import { type NewUserValues, startAnew } from './take-over.ts';

/** Gives an inactive account to the email's new owner, perhaps another person: ends former access, sets the form's details. The user is locked. */
export async function resetAccount(
  { clock }: Pick<Services, 'clock'>,
  trx: Transaction<Database>,
  { id: organisationId }: LockedOrganisation,
  { id, firstname, lastname, designation, role_id }: UserRow,
  form: NewUserValues,
): Promise<AuditEntry[]> {
  const now = clock();
  await startAnew(trx, now, organisationId, [id]);
  await trx.deleteFrom('invitation').where('ent_usr_id', '=', id).where('kind', '=', 'user').execute();
  const ended = await endCredentials(trx, clock, id);
  const keys = await trx
    .updateTable('api_key')
    .set({ revoked_at: now })
    .where('ent_usr_id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  // A decision of an open access review was about the former person.
  const undecided = { decision: null, new_role_id: null, reason: null, facts: null };
  await trx
    .updateTable('access_review_item')
    .set({ ...undecided, decided_role_id: null, decided_by: null, decided_at: null, version: sql`version + 1` })
    .where('ent_usr_id', '=', id)
    .where('decision', 'is not', null)
    .where('outcome', 'is', null)
    .execute();
  await trx
    .updateTable('ent_usr')
    .set({ ...form, ...supervisorSetter(null, now), last_sign_in_at: null, digest_off_at: null, updated_at: now })
    .where('id', '=', id)
    .execute();
  const { firstname: newFirstname, lastname: newLastname, designation: newDesignation, role_id: newRole } = form;
  return [
    {
      action: 'scim:resetAccount',
      target: { type: 'ent_usr', id },
      before: { firstname, lastname, designation, role_id, ...ended },
      after: { firstname: newFirstname, lastname: newLastname, designation: newDesignation, role_id: newRole },
    },
    ...keys.map((key) => ({
      action: 'keys:revoke',
      target: { type: 'api_key', id: key.id },
      before: { revoked_at: null },
      after: { revoked_at: now },
    })),
  ];
}
