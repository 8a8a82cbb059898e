import { type Kysely, sql } from 'kysely';
import { isUnproven } from '../core/access/unproven-users.ts';
import type { Database } from '../core/database/schema.ts';
import type { PendingErasure } from './tables.ts';

/** What shows that a person has read the emails to their address. */
const proofs = ['session:signIn', 'account:resetPassword'];

/**
 * The email addresses by which a person is found outside their own rows: the present one and, from events, earlier ones with which they have signed in. One that another user has now is not
 * theirs. An unproven user has typed nothing into the product: their address is only searched for in the organisation that has created them.
 */
export async function findProvenEmails(
  db: Kysely<Database>,
  userId: number,
): Promise<Omit<PendingErasure, 'rows'> & { email: string }> {
  const { email, ent_org_id, is_unproven } = await db
    .selectFrom('ent_usr')
    .select(['email', 'ent_org_id', isUnproven.as('is_unproven')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (is_unproven)
    return { email, emails: ent_org_id === null ? [] : [email.toLowerCase()], organisationId: ent_org_id };
  const { rows } = await sql<{ email: string }>`
    with change as (
      select lower(before ->> 'email') as email, at, lag(at, 1, '-infinity') over (order by at, id) as since
      from audit_entry
      where target_type = 'ent_usr' and target_id = ${String(userId)} and code is null and before ->> 'email' is not null
    )
    select distinct email from change
    where exists (select from audit_entry as proof where proof.ent_usr_id = ${userId}::int and proof.code is null
        and proof.event = any(${proofs}::text[]) and proof.at between change.since and change.at)
      and not exists (select from ent_usr where lower(ent_usr.email) = change.email)`.execute(db);
  return { email, emails: [...new Set([email.toLowerCase(), ...rows.map((row) => row.email)])], organisationId: null };
}
