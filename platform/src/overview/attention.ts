import { decideAccess, type RoleInOrganisation, scopeOf } from '@console/contract/access';
import {
  type AttentionKind,
  attentionKindNames,
  attentionKinds,
  expiringInvitationDays,
  nearUserLimit,
  newestAttentionKinds,
} from '@console/contract/attention';
import type { ProvisioningCauseKind, ProvisioningIssueKind } from '@console/contract/generated/schema-types';
import { completedAssessmentStatus, keyReminderDays, seniorPosts } from '@console/contract/rules';
import { dayIn, daysUntil, secretReminderDays } from '@console/contract/secret-expiry';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { addMs, dayMs } from '../core/base/clock.ts';
import type { Database } from '../core/database/schema.ts';
import { invitationStateAt, joinInvitations } from '../invitations/invitation-state.ts';
import { unsentAfterMs } from '../invitations/unsent-emails.ts';
import { hasFactor } from '../security/user-factors.ts';
import { isOpenCause, isOpenIssue } from './open-provisioning-issues.ts';
import { isUnapplied } from './unapplied-decisions.ts';

export interface AttentionScope {
  now: Date;
  /** Time zone of the organisation; by default UTC, for all organisations. */
  timeZone?: string;
  /** Null for all active organisations together. */
  organisationId: number | null;
  /** Role level of the caller. Facts that are hidden from this level do not count users with a higher role. */
  level: number;
  /** The setting PROBE_EMAIL. The organisation of this user is left out when all organisations are counted together. */
  probeEmail?: string | undefined;
  /** User with invitations of external users that do not count, because another user must accept them. */
  readerId?: number | null;
}

interface AttentionRow {
  kind: AttentionKind;
  count: number;
  organisations: number;
  since: Date | null;
  until: Date | null;
}

/** Kinds that a caller sees of an organisation, or with null of all organisations together. */
export const visibleAttentionKinds = (caller: RoleInOrganisation, organisationId: string | null): AttentionKind[] =>
  attentionKindNames.filter((kind) => {
    const { action, link } = attentionKinds[kind];
    if (organisationId === null) return scopeOf(caller, action) === 'any';
    return link !== null && decideAccess(caller, action, organisationId) === 'allowed';
  });

/** Counts all kinds in one statement, in declared order; empty kinds have no row. */
export async function countAttention(
  db: Kysely<Database>,
  scope: AttentionScope,
  kinds: readonly AttentionKind[],
): Promise<AttentionRow[]> {
  if (kinds.length === 0) return [];
  const { rows } = await sql<AttentionRow>`
    with ${organisations(scope)}, things as (${sql.join(
      kinds.map(
        (kind) =>
          sql`select ${sql.lit(kind)} as kind, org_id, count, since, until from (${thingsOf[kind](db, scope)}) things`,
      ),
      sql` union all `,
    )})
    select kind, sum(count)::int as count, count(*)::int as organisations, min(until) as until,
      case when kind = any(${newestAttentionKinds}::text[]) then max(since) else min(since) end as since
    from things group by kind`.execute(db);
  return rows.toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind));
}

/** Whether an organisation has at least one counted item of a kind. */
export const needsAttention = (db: Kysely<Database>, scope: AttentionScope, kind: AttentionKind) =>
  sql<boolean>`ent_org.id in (with ${organisations(scope)}
    select things.org_id from (${thingsOf[kind](db, scope)}) things)`;

/** Only an organisation with the probe's user alone is left out, so that a wrong PROBE_EMAIL does not hide a customer. */
export const isNotOfProbe = (email: string | undefined) =>
  email === undefined
    ? sql<boolean>`true`
    : sql<boolean>`ent_org.id is distinct from (
        select probe.ent_org_id from ent_usr probe where lower(probe.email) = ${email}
          and not exists (select from ent_usr other where other.ent_org_id = probe.ent_org_id and other.id <> probe.id))`;

/** `orgs`: active organisations without that of the probe, or only the organisation with the id, with their active users. */
export const countedOrganisations = (
  { organisationId, probeEmail }: Pick<AttentionScope, 'organisationId' | 'probeEmail'>,
  { isDisabledCounted }: { isDisabledCounted: boolean },
) => sql`
  orgs as materialized (
    select id, user_limit, organizer_id, factor_required_at, coalesce(people.active, 0) as active from ent_org
    left join (
      select ent_org_id, sum(users) filter (where not is_disabled) as active from user_count
      where ${organisationId === null ? sql`true` : sql`ent_org_id = ${organisationId}`} group by ent_org_id
    ) people on ent_org_id = ent_org.id
    where ${organisationId === null ? isNotOfProbe(probeEmail) : sql`id = ${organisationId}`}
      and ${isDisabledCounted ? sql`true` : sql`not is_disabled`}
  )`;

const organisations = (scope: AttentionScope) => countedOrganisations(scope, { isDisabledCounted: false });

type Things = (db: Kysely<Database>, scope: AttentionScope) => RawBuilder<unknown>;

const never = sql`null::timestamptz`;

const organisationsThat =
  (condition: RawBuilder<unknown>): Things =>
  () =>
    sql`select id as org_id, 1 as count, ${never} as since, ${never} as until from orgs where ${condition}`;

const usersInvitations = sql`'user', 'external_user'`;
const organisationsInvitations = sql`'organisation'`;

const unrevokedInvitations = (db: Kysely<Database>, now: Date, kinds: RawBuilder<unknown>) =>
  joinInvitations(db)
    .select(['invitation.ent_org_id as org_id', 'invitation.expires_at', invitationStateAt(now).as('state')])
    .where(sql<boolean>`invitation.ent_org_id in (select id from orgs)`)
    .where(sql<boolean>`invitation.kind in (${kinds})`)
    .where('invitation.revoked_at', 'is', null);

const unsentInvitations =
  (kinds: RawBuilder<unknown>): Things =>
  (db, { now }) => {
    const dueAt = sql<Date>`coalesce(mail.due_at, mail.created_at)`;
    const invitations = unrevokedInvitations(db, now, kinds)
      .select(dueAt.as('due_at'))
      .where('mail.sent_at', 'is', null)
      .where(sql<boolean>`(mail.failed_at is not null or ${dueAt} <= ${addMs(now, -unsentAfterMs)}::timestamptz)`);
    return sql`select org_id, count(*) as count, min(due_at) as since, ${never} as until
      from (${invitations}) invited where state in ('Pending', 'Failed') group by org_id`;
  };

const expiringInvitations =
  (kinds: RawBuilder<unknown>): Things =>
  (db, { now }) => {
    const soon = addMs(now, expiringInvitationDays * dayMs);
    const invitations = unrevokedInvitations(db, now, kinds)
      .where(sql<boolean>`invitation.expires_at > ${now}::timestamptz`)
      .where(sql<boolean>`invitation.expires_at <= ${soon}::timestamptz`);
    return sql`select org_id, count(*) as count, ${never} as since, min(expires_at) as until
      from (${invitations}) invited where state = 'Pending' group by org_id`;
  };

/** A provider that no longer reads a user has probably removed them. */
const refusedReturnDays = 30;

const provisioningIssues =
  (kind: ProvisioningIssueKind): Things =>
  () =>
    sql`select ent_org_id as org_id, count(*) as count, min(at) as since, ${never} as until
      from provisioning_issue where ent_org_id in (select id from orgs) and kind = ${kind} and ${isOpenIssue}
      group by ent_org_id`;

const provisioningCauses =
  (kind: ProvisioningCauseKind): Things =>
  () =>
    sql`select ent_org_id as org_id, count(*) as count, max(at) as since, ${never} as until
      from provisioning_cause where ent_org_id in (select id from orgs) and kind = ${kind} and ${isOpenCause}
      group by ent_org_id`;

const nearLimit = sql.lit(nearUserLimit);

/** Count, oldest or newest start, and first end by organisation, for each kind. */
const thingsOf: Record<AttentionKind, Things> = {
  OVERDUE_ASSESSMENTS: (_db, { now }) => sql`
    select ent_org_id as org_id, count(*) as count, min(end_date) as since, ${never} as until
    from asmt where ent_org_id in (select id from orgs)
      and end_date < ${now}::timestamptz and audit_status <> ${completedAssessmentStatus}
    group by ent_org_id`,

  FAILED_DEACTIVATIONS: provisioningIssues('DEACTIVATION_FAILED'),

  MAPPING_REQUESTS: (_db, { organisationId }) => sql`
    select orgs.id as org_id, count(*) as count, min(created_at) as since, ${never} as until
    from org_mapping join orgs
      on orgs.id = case requested_by_org_id when vendor_id then customer_id else vendor_id end
    where activated is null and ${
      organisationId === null ? sql`true` : sql`(vendor_id = ${organisationId} or customer_id = ${organisationId})`
    }
    group by orgs.id`,

  EXTERNAL_USERS: (_db, { readerId = null }) => sql`
    select mapped_org_id as org_id, count(*) as count, min(created_at) as since, ${never} as until
    from user_mapping where activated is null and mapped_org_id in (select id from orgs)
      and coalesce(requester_id <> ${readerId}::int, true) group by mapped_org_id`,

  ACCESS_REVIEWS: () => sql`
    select access_review.ent_org_id as org_id, count(*) as count, ${never} as since,
      min((due_on || 'T00:00:00Z')::timestamptz) as until
    from access_review join access_review_item on review_id = access_review.id
    where access_review.ent_org_id in (select id from orgs) and state = 'open' and decision is null
    group by 1`,

  NOT_APPLIED: () => sql`
    select access_review.ent_org_id as org_id, count(*) as count, min(carried_out_at) as since, ${never} as until
    from access_review join access_review_item on review_id = access_review.id
    where access_review.ent_org_id in (select id from orgs) and ${isUnapplied} group by 1`,

  RETURNED_AFTER_REVIEW: provisioningIssues('RETURNED_AFTER_REVIEW'),

  PROVIDER_EMAIL_DIFFERS: provisioningIssues('EMAIL_DIFFERS'),

  REFUSED_PROVISIONING: () => sql`
    select ent_org_id as org_id, count(*) as count, max(at) as since, ${never} as until
    from scim_failure where ent_org_id in (select id from orgs) and status >= 400 and ended_at is null
    group by ent_org_id`,

  UNKNOWN_PROVIDER_ROLES: provisioningCauses('UNKNOWN_ROLE'),

  OUTSIDE_EMAIL_DOMAINS: provisioningCauses('OUTSIDE_DOMAINS'),

  FAILING_WEBHOOKS: () => sql`
    select ent_org_id as org_id, count(*) as count, min(coalesce(failing_since, switched_off_at)) as since, ${never} as until
    from webhook where ent_org_id in (select id from orgs)
      and ((is_enabled and failing_since is not null) or switched_off_at is not null)
    group by ent_org_id`,

  USER_LIMIT_REACHED: organisationsThat(sql`user_limit is not null and active >= user_limit`),

  DEACTIVATED_PROVISIONED_USERS: (_db, { now }) => sql`
    select ent_org_id as org_id, count(*) as count, ${never} as since, ${never} as until
    from ent_usr where ent_org_id in (select id from orgs) and is_disabled
      and return_refused_at > ${addMs(now, -refusedReturnDays * dayMs)}::timestamptz
    group by ent_org_id`,

  // Filters organisations first, so that users of organisations without the requirement are not read.
  MISSING_SECOND_FACTORS: (_db, { level }) => sql`
    select orgs.id as org_id, missing.count, ${never} as since, ${never} as until
    from orgs cross join lateral (
      select count(*) as count from ent_usr left join role on role.id = ent_usr.role_id
      where ent_usr.ent_org_id = orgs.id and not ent_usr.is_disabled and ${hasFactor({ factor: 'none', level })}
    ) missing
    where factor_required_at is not null and missing.count > 0`,

  EXPIRING_CLIENT_SECRETS: (_db, { now, timeZone = 'UTC' }) => sql`
    select ent_org_id as org_id, 1 as count, ${never} as since,
      (secret_expires_on || 'T00:00:00Z')::timestamptz as until
    from sso where ent_org_id in (select id from orgs) and enabled_at is not null
      and secret_expires_on <= ${dayIn(secretReminderDays[0], now, timeZone)}`,

  MISSING_DOMAIN_RECORDS: () => sql`
    select ent_org_id as org_id, count(*) as count, min(record_missing_since) as since, ${never} as until
    from sso_domain where ent_org_id in (select id from orgs) and record_missing_since is not null
    group by ent_org_id`,

  UNSENT_USER_INVITATIONS: unsentInvitations(usersInvitations),

  UNSENT_ORGANISATION_INVITATIONS: unsentInvitations(organisationsInvitations),

  VACANT_SENIOR_POSITIONS: () => sql`
    select former.ent_org_id as org_id, count(distinct former.designation) as count, ${never} as since, ${never} as until
    from ent_usr former where former.ent_org_id in (select id from orgs) and former.is_disabled
      and former.designation in (${sql.join(seniorPosts.map(({ id }) => sql.lit(id)))})
      and not exists (select from ent_usr holder where holder.ent_org_id = former.ent_org_id
        and holder.designation = former.designation and not holder.is_disabled)
    group by former.ent_org_id`,

  WITHOUT_ORGANISER: organisationsThat(sql`not exists (
    select from ent_usr where ent_usr.id = orgs.organizer_id and not ent_usr.is_disabled)`),

  USER_LIMIT_NEARLY_REACHED: organisationsThat(
    sql`user_limit is not null and active < user_limit and active >= user_limit * ${nearLimit}`,
  ),

  EXPIRING_USER_INVITATIONS: expiringInvitations(usersInvitations),

  EXPIRING_ORGANISATION_INVITATIONS: expiringInvitations(organisationsInvitations),

  EXPIRING_API_KEYS: (_db, { now }) => sql`
    select coalesce(api_key.owner_org_id, ent_usr.ent_org_id) as org_id, count(*) as count, ${never} as since,
      min(api_key.expires_at) as until
    from api_key left join ent_usr on ent_usr.id = api_key.ent_usr_id
    where coalesce(api_key.owner_org_id, ent_usr.ent_org_id) in (select id from orgs)
      and ent_usr.is_disabled is not true and api_key.revoked_at is null and api_key.rotated_at is null and api_key.expires_at > ${now}::timestamptz
      and api_key.expires_at <= ${addMs(now, keyReminderDays * dayMs)}::timestamptz
    group by 1`,

  NEVER_SIGNED_IN: organisationsThat(sql`not exists (
    select from ent_usr where ent_org_id = orgs.id and last_sign_in_at is not null)`),
};

export const toAttentionItem = (
  { kind, count, organisations: affected, since, until }: AttentionRow,
  { organisationId, ...today }: Pick<AttentionScope, 'organisationId' | 'now' | 'timeZone'>,
) => ({
  kind,
  urgency: attentionKinds[kind].urgency,
  count,
  organisations: organisationId === null ? affected : null,
  since: since?.toISOString() ?? null,
  until: until?.toISOString() ?? null,
  dueInDays: organisationId === null ? null : dueInDaysOf(kind, until, today),
});

/** Kinds of which `until` is the start of a day in UTC. */
const dayKinds: readonly AttentionKind[] = ['ACCESS_REVIEWS', 'EXPIRING_CLIENT_SECRETS'];

export const dueInDaysOf = (
  kind: AttentionKind,
  until: Date | null,
  { now, timeZone = 'UTC' }: Pick<AttentionScope, 'now' | 'timeZone'>,
): number | null =>
  until !== null && dayKinds.includes(kind) ? daysUntil(until.toISOString().slice(0, 10), now, timeZone) : null;
