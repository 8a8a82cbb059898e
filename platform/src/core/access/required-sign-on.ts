import { organiserRole } from '@console/contract/access';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { addMs, hourMs } from '../base/clock.ts';
import type { Database } from '../database/schema.ts';
import { hasVerifiedDomain } from './unproven-users.ts';

/** Whether a password or passkey signs in always, only if the provider fails, or never. */
export type PasswordUse = 'free' | 'break-glass' | 'refused';

/** Longest time that password sessions continue after single sign-on became required. */
const passwordSessionMs = hourMs;

/** Organisers, Administrators, and users above the role that turned single sign-on on: the provider does not sign them in. */
const hasBreakGlass = sql`coalesce(
  their_role.id_str in (${sql.lit(organiserRole)}, 'ADMINISTRATOR')
  or their_role.level < (select level from role where id_str = their_sso.enabled_by_role), false)`;

/** The provider signs in only users with a verified email domain; other users keep their password. */
const isInVerifiedDomain = hasVerifiedDomain(sql`person.ent_org_id`, sql`person.email`);

/** The user with `userId` if single sign-on is required for them. */
const requiredOf = (userId: string) => sql`ent_usr as person
  inner join sso as their_sso on their_sso.ent_org_id = person.ent_org_id
  left join role as their_role on their_role.id = person.role_id
  where person.id = ${sql.ref(userId)} and their_sso.required_at is not null and their_sso.enabled_at is not null
    and (${hasBreakGlass} or ${isInVerifiedDomain})`;

export const passwordUse = (userId: string): RawBuilder<PasswordUse> =>
  sql<PasswordUse>`coalesce((select case when ${hasBreakGlass} then 'break-glass' else 'refused' end from ${requiredOf(userId)}), 'free')`;

/** Whether required single sign-on has ended the session. Sessions of earlier releases count as password sessions. */
export const isEndedByRequirement = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ${requiredOf('session.ent_usr_id')} and not ${hasBreakGlass}
    and session.began_by is distinct from 'provider'
    and their_sso.required_at <= ${addMs(now, -passwordSessionMs)}::timestamptz)`;

/** Filters users who can set a password and sign in with it. */
export async function findPasswordUsers(db: Kysely<Database>, userIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('ent_usr')
    .select('id')
    .where(sql<boolean>`id = any(${userIds}::int[])`)
    .where(passwordUse('ent_usr.id'), '<>', 'refused')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Active users outside the verified domains without break-glass access: they keep their password. */
export async function countOutsideDomains(db: Kysely<Database>, organisationId: number): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from ent_usr as person
    inner join sso as their_sso on their_sso.ent_org_id = person.ent_org_id
    left join role as their_role on their_role.id = person.role_id
    where person.ent_org_id = ${organisationId}::int and not person.is_disabled
      and not ${hasBreakGlass} and not ${isInVerifiedDomain}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
