import { type RawBuilder, sql } from 'kysely';
import { addMs, dayMs } from '../base/clock.ts';

/** Days after a revocation in which the inviting organisation gets the user back unchanged. */
const regainDays = 30;

/** Invitation of a row of `ent_usr` by its own organisation. */
const ownInvitation = sql`select from invitation own
  where own.ent_usr_id = ent_usr.id and own.ent_org_id = ent_usr.ent_org_id and own.kind = 'user'`;

/** Whether the organisation's identity provider manages the user. */
const isManaged = sql<boolean>`exists (select from scim_user
  where scim_user.ent_usr_id = ent_usr.id and scim_user.ent_org_id = ent_usr.ent_org_id and scim_user.managed_at is not null)`;

/**
 * Whether a row is not an account yet: never signed in, no credential, no role from an accepted external mapping, not
 * imported, reset for another person or erased. Only operators and acceptances give a role without an organisation.
 */
export const isUnproven: RawBuilder<boolean> = sql<boolean>`(ent_usr.password_hash is null
  and ent_usr.last_sign_in_at is null and ent_usr.imported_at is null and ent_usr.account_reset_at is null
  and ent_usr.erased_at is null
  and (ent_usr.ent_org_id is not null or ent_usr.role_id is null)
  and not exists (select from passkey where passkey.ent_usr_id = ent_usr.id)
  and not exists (select from sso_link where sso_link.ent_usr_id = ent_usr.id))`;

const isRevoked = sql<boolean>`exists (${ownInvitation} and own.revoked_at is not null)`;

/** Whether an organisation has verified an email's domain, by default the row's. At most one can verify a domain. */
export const hasVerifiedDomain = (
  organisationId: RawBuilder<unknown>,
  email = sql`ent_usr.email`,
): RawBuilder<boolean> =>
  sql<boolean>`exists (select from sso_domain
    where sso_domain.ent_org_id = ${organisationId} and sso_domain.verified_at is not null
      and sso_domain.domain = substring(lower(${email}) from '[^@]*$'))`;

/**
 * Whether the own organisation deactivated the user or, unless its identity provider manages them, revoked the
 * invitation. Never with an email in its verified domains, because a provider can create users as inactive before they
 * come.
 */
const isGivenUp = sql<boolean>`(case when not ${isManaged} then ${isRevoked} or ent_usr.is_disabled
  else ent_usr.is_disabled and not ${hasVerifiedDomain(sql`ent_usr.ent_org_id`)} end)`;

/**
 * Whether an organisation that creates this email gets the row: an unproven one without organisation, given up, or in
 * its verified domain. Of its own rows those that it has revoked: a deactivated one is activated, a managed one is
 * changed.
 */
export const isFreeFor = (organisationId: number): RawBuilder<boolean> => sql<boolean>`(${isUnproven}
  and case when ent_usr.ent_org_id is null then true
    when ent_usr.ent_org_id = ${organisationId}::int then ${isRevoked} and not ent_usr.is_disabled and not ${isManaged}
    else ${isGivenUp} or ${hasVerifiedDomain(sql`${organisationId}::int`)} end)`;

/** Whether an organisation takes the row only by its verified domain, or while another organisation's provider manages it. */
export const isMovedByDomain = (organisationId: number): RawBuilder<boolean> =>
  sql<boolean>`(ent_usr.ent_org_id is not null and (not ${isGivenUp} or (${isManaged} and ${hasVerifiedDomain(sql`${organisationId}::int`)})))`;

/** Whether the own organisation has revoked the row recently, so that it gets the row back unchanged. */
export const isRegained = (organisationId: number, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(ent_usr.ent_org_id = ${organisationId}::int
    and exists (${ownInvitation} and own.revoked_at > ${addMs(now, -regainDays * dayMs)}::timestamptz))`;
