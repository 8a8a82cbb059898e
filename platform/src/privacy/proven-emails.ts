import { storedEmail } from '@console/contract/fields/domain-rules';
import { type Kysely, sql } from 'kysely';
import { isUnproven } from '../core/access/unproven-users.ts';
import type { Database } from '../core/database/schema.ts';
import type { PendingErasure } from './tables.ts';

/** Events that prove that a person has read emails to their address. */
const proofs = ['session:signIn', 'account:resetPassword'];

/** Present and earlier proven email addresses, also in other spellings of the present one, without those that another user has now. Unproven ones count only in their creator's organisation. */
export async function findProvenEmails(
  db: Kysely<Database>,
  userId: number,
): Promise<Omit<PendingErasure, 'rows'> & { email: string }> {
  const { email, ent_org_id, is_unproven } = await db
    .selectFrom('ent_usr')
    .select(['email', 'ent_org_id', isUnproven.as('is_unproven')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (is_unproven && ent_org_id === null) return { email, emails: [], organisationId: null };
  const { rows } = await sql<{ email: string; is_proven: boolean }>`
    with change as (
      select lower(before ->> 'email') as email, at, lag(at, 1, '-infinity') over (order by at, id) as since
      from audit_entry
      where target_type = 'ent_usr' and target_id = ${String(userId)} and code is null and before ->> 'email' is not null
    )
    select distinct email, exists (select from audit_entry as proof
        where proof.ent_usr_id = ${userId}::int and proof.code is null
          and proof.event = any(${proofs}::text[]) and proof.at between change.since and change.at) as is_proven from change
    where not exists (select from ent_usr where lower(ent_usr.email) = change.email)`.execute(db);
  const isOwn = (row: (typeof rows)[number]) =>
    (row.is_proven && !is_unproven) || storedEmail(row.email) === storedEmail(email);
  const emails = [...new Set([email.toLowerCase(), ...rows.filter(isOwn).map((row) => row.email)])];
  return { email, emails, organisationId: is_unproven ? ent_org_id : null };
}
