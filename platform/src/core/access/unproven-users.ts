import { type RawBuilder, sql } from 'kysely';
import { addMs, dayMs } from '../base/clock.ts';

/** How long after its revocation the organisation itself gets the user back unchanged. */
const regainDays = 30;

/** The invitation of the row of `ent_usr` by its own organisation. */
const ownInvitation = sql`select from invitation own
  where own.ent_usr_id = ent_usr.id and own.ent_org_id = ent_usr.ent_org_id and own.kind = 'user'`;

/** Whether an identity provider manages the user of the row, who is invited by no user. */
const isManaged = sql`exists (select from scim_user
  where scim_user.ent_usr_id = ent_usr.id and scim_user.managed_at is not null)`;

/**
 * Whether a row of `ent_usr` is not an account yet: no password, passkey, link to an identity provider or sign-in ever, no role from an accepted external mapping, not imported and not erased.
 * Earlier releases did not mark imported users: in an organisation these are the ones that no user has invited. Only operators and acceptances give a role without an organisation.
 */
export const isUnproven: RawBuilder<boolean> = sql<boolean>`(ent_usr.password_hash is null
  and ent_usr.last_sign_in_at is null and ent_usr.imported_at is null and ent_usr.erased_at is null
  and case when ent_usr.ent_org_id is null then ent_usr.role_id is null
    else exists (${ownInvitation} and own.requester_id is not null) or ${isManaged} end
  and not exists (select from passkey where passkey.ent_usr_id = ent_usr.id)
  and not exists (select from sso_link where sso_link.ent_usr_id = ent_usr.id))`;

/** Whether the own organisation has revoked the invitation. */
const isRevoked = sql<boolean>`exists (${ownInvitation} and own.revoked_at is not null)`;

/** Whether an organisation has verified the domain of the row's email. */
const hasVerifiedDomain = (organisationId: number) => sql<boolean>`exists (select from sso_domain
  where sso_domain.ent_org_id = ${organisationId}::int and sso_domain.verified_at is not null
    and sso_domain.domain = substring(lower(ent_usr.email) from '[^@]*$'))`;

/**
 * Whether an organisation that creates the user of the row's email gets this row: an unproven one that has no organisation, that the other organisation has revoked or deactivated, or with an
 * email in a verified domain of this organisation. Of its own rows, those that it has revoked: a deactivated one is activated. Never an active one that an identity provider manages: it would
 * change the user of another organisation.
 */
export const isFreeFor = (organisationId: number): RawBuilder<boolean> => sql<boolean>`(${isUnproven}
  and (ent_usr.is_disabled or not ${isManaged})
  and case when ent_usr.ent_org_id is null then true
    when ent_usr.ent_org_id = ${organisationId}::int then ${isRevoked} and not ent_usr.is_disabled
    else ${isRevoked} or ent_usr.is_disabled or ${hasVerifiedDomain(organisationId)} end)`;

/** Whether its own organisation has given the row up; otherwise another one takes it only by the verified domain. */
export const isGivenUp: RawBuilder<boolean> = sql<boolean>`(${isRevoked} or ent_usr.is_disabled)`;

/** Whether an organisation has revoked its own row so recently that it gets it back unchanged. */
export const isRegained = (organisationId: number, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(ent_usr.ent_org_id = ${organisationId}::int
    and exists (${ownInvitation} and own.revoked_at > ${addMs(now, -regainDays * dayMs)}::timestamptz))`;
