import { organiserRole } from '@console/contract/access';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { addMs, hourMs } from '../base/clock.ts';
import type { Database } from '../database/schema.ts';
import { hasVerifiedDomain } from './unproven-users.ts';

/** What a password or passkey of a user is for: to sign in, only where the provider is out of reach, or for nothing. */
export type PasswordUse = 'free' | 'break-glass' | 'refused';

/** The longest that sessions by password continue where single sign-on has become required. */
const passwordSessionMs = hourMs;

/** Organisers and Administrators; and users that the provider would refuse, because they are above the person who turned it on: their own role decides how they sign in. */
const hasBreakGlass = sql`coalesce(
  their_role.id_str in (${sql.lit(organiserRole)}, 'ADMINISTRATOR')
  or their_role.level < (select level from role where id_str = their_sso.enabled_by_role), false)`;

/** The provider signs in no one outside the verified domains, so for them the password stays. */
const isInVerifiedDomain = hasVerifiedDomain(sql`person.ent_org_id`, sql`person.email`);

/** The person of `userId` with their role and single sign-on, where their organisation requires it of them. */
const requiredOf = (userId: string) => sql`ent_usr as person
  inner join sso as their_sso on their_sso.ent_org_id = person.ent_org_id
  left join role as their_role on their_role.id = person.role_id
  where person.id = ${sql.ref(userId)} and their_sso.required_at is not null and their_sso.enabled_at is not null
    and (${hasBreakGlass} or ${isInVerifiedDomain})`;

/** What a password of the user in this column is for. */
export const passwordUse = (userId: string): RawBuilder<PasswordUse> =>
  sql<PasswordUse>`coalesce((select case when ${hasBreakGlass} then 'break-glass' else 'refused' end from ${requiredOf(userId)}), 'free')`;

/** Whether the session of the row has ended because single sign-on is required; one that began with an earlier release is as one by password. */
export const isEndedByRequirement = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ${requiredOf('session.ent_usr_id')} and not ${hasBreakGlass}
    and session.began_by is distinct from 'provider'
    and their_sso.required_at <= ${addMs(now, -passwordSessionMs)}::timestamptz)`;

/** The users among these who may set a password and sign in with it. */
export async function findPasswordUsers(db: Kysely<Database>, userIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('ent_usr')
    .select('id')
    .where(sql<boolean>`id = any(${userIds}::int[])`)
    .where(passwordUse('ent_usr.id'), '<>', 'refused')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** How many active users of an organisation have an email outside its verified domains and no break-glass password: where single sign-on is required, they keep their password. */
export async function countOutsideDomains(db: Kysely<Database>, organisationId: number): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from ent_usr as person
    inner join sso as their_sso on their_sso.ent_org_id = person.ent_org_id
    left join role as their_role on their_role.id = person.role_id
    where person.ent_org_id = ${organisationId}::int and not person.is_disabled
      and not ${hasBreakGlass} and not ${isInVerifiedDomain}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
