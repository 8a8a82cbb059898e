import { type overview, overviewSpan } from '@console/contract/calls/overview';
import { completedAssessmentStatus } from '@console/contract/rules';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { assessmentStatuses } from '../assessments/statuses.ts';
import { dayMs } from '../core/base/clock.ts';
import type { Database } from '../core/database/schema.ts';
import { invitationStateAt, joinInvitations } from '../invitations/invitation-state.ts';
import { countedOrganisations, isNotOfProbe } from './attention.ts';

export type OverviewResponse = z.input<typeof overview>;

type Details = NonNullable<OverviewResponse['assessment_details']>;

interface OverviewRow
  extends Pick<OverviewResponse, 'seats' | 'users' | 'assessments'>,
    Pick<Details, 'statuses' | 'overdue_count' | 'undated_count'> {
  organisations: NonNullable<OverviewResponse['organisations']>;
  sign_ins_by_day: Record<string, number>;
  signed_in_count: number;
  never_count: number;
  due_by_month: Record<string, number>;
  completed_by_month: Record<string, number>;
  pending_mappings: number;
  pending_mappings_since: Date | null;
  pending_people: number;
  pending_people_since: Date | null;
  pending_orgs: number;
  pending_orgs_since: Date | null;
}

interface Scope {
  /** Null for all active organisations. */
  organisationId: number | null;
  mayViewAssessments: boolean;
  /** PROBE_EMAIL. The organisation of this user does not count in the figures of all. */
  probeEmail?: string | undefined;
}

/** Figures at `now` of one or all active organisations, in one statement. */
export async function countOverview(
  db: Kysely<Database>,
  now: Date,
  { organisationId, mayViewAssessments, probeEmail }: Scope,
): Promise<OverviewResponse> {
  const [days, months] = [lastDays(now), lastMonths(now)];
  const { rows } = await overviewQuery(db, now, organisationId, { days, months, probeEmail }).execute(db);
  const row = rows[0];
  if (!row) throw new Error('the overview query returned no row');
  return {
    counted_at: now.toISOString(),
    organisations: organisationId === null ? row.organisations : null,
    seats: row.seats,
    users: row.users,
    sign_ins: {
      days: days.map((day) => ({ day, count: row.sign_ins_by_day[day] ?? 0 })),
      users_count: row.signed_in_count,
      never_count: row.never_count,
    },
    assessments: row.assessments,
    assessment_details: mayViewAssessments
      ? {
          statuses: everyStatus(row.statuses),
          months: months.map((month) => ({
            month,
            due: row.due_by_month[month] ?? 0,
            completed: row.completed_by_month[month] ?? 0,
          })),
          overdue_count: row.overdue_count,
          undated_count: row.undated_count,
        }
      : null,
    mapping_requests: waiting(row.pending_mappings, row.pending_mappings_since),
    invitations: waiting(row.pending_people, row.pending_people_since),
    org_invitations: waiting(row.pending_orgs, row.pending_orgs_since),
  };
}

const waiting = (count: number, since: Date | null) => ({ count, since: since?.toISOString() ?? null });

/** The days in UTC until today, as YYYY-MM-DD. */
const lastDays = (now: Date): string[] =>
  Array.from({ length: overviewSpan.days }, (_, place) =>
    new Date(now.getTime() - (overviewSpan.days - 1 - place) * dayMs).toISOString().slice(0, 10),
  );

/** The months in UTC until this one, as YYYY-MM. */
const lastMonths = (now: Date): string[] =>
  Array.from({ length: overviewSpan.months }, (_, place) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (overviewSpan.months - 1 - place), 1))
      .toISOString()
      .slice(0, 7),
  );

/** Order of statuses: the known ones in their own order, then unknown ones by name. */
function everyStatus(stored: Details['statuses']): Details['statuses'] {
  const counts = new Map(stored.map(({ status, count }) => [status, count]));
  const others = [...counts.keys()].filter((status) => !assessmentStatuses.some((known) => known === status));
  return [...assessmentStatuses, ...others.toSorted()].map((status) => ({ status, count: counts.get(status) ?? 0 }));
}

function overviewQuery(
  db: Kysely<Database>,
  now: Date,
  organisationId: number | null,
  { days, months, probeEmail }: { days: string[]; months: string[]; probeEmail: string | undefined },
) {
  const firstDay = sql`${`${days[0]}T00:00:00Z`}::timestamptz`;
  const firstMonth = sql`${`${months[0]}-01T00:00:00Z`}::timestamptz`;
  const completed = sql`audit_status = ${completedAssessmentStatus}`;
  const invitations = joinInvitations(db)
    .select(['invitation.sent_at', 'invitation.kind', invitationStateAt(now).as('state')])
    .where(sql<boolean>`invitation.ent_org_id in (select id from orgs)`)
    .where('invitation.revoked_at', 'is', null)
    .where(sql<boolean>`(invitation.expires_at > ${now}::timestamptz or invitation.expires_at is null)`);
  const isParty =
    organisationId === null
      ? sql`(vendor_id in (select id from orgs) or customer_id in (select id from orgs))`
      : sql`(vendor_id = ${organisationId} or customer_id = ${organisationId})`;

  return sql<OverviewRow>`
    with ${countedOrganisations({ organisationId, probeEmail }, { isDisabledCounted: organisationId !== null })},
    asmts as materialized (
      select ent_org_id, audit_status, end_date, actual_end_date, ${completed} as is_completed,
        coalesce(end_date < ${now}::timestamptz, false) and not ${completed} as is_overdue
      from asmt where ent_org_id in (select id from orgs)
    ),
    pending_mappings as (
      select created_at from org_mapping where activated is null and ${isParty}
    ),
    pending_invitations as (select sent_at, kind from (${invitations}) invited where state = 'Pending')
    select
      (select json_build_object('active', count(*) filter (where not is_disabled),
        'disabled', count(*) filter (where is_disabled)) from ent_org
        where ${isNotOfProbe(organisationId === null ? probeEmail : undefined)}) as organisations,
      (select json_build_object(
        'used', case when count(user_limit) = 0 then coalesce(sum(active), 0)
          else sum(active) filter (where user_limit is not null) end,
        'limit', sum(user_limit),
        'organisations_without_limit', count(*) filter (where user_limit is null)) from orgs) as seats,
      (${usersByRole}) as users,
      (select coalesce(json_object_agg(day, count), '{}') from (
        select ${dayOf('audit_entry.at')} as day, count(*) as count
        from audit_entry join orgs on orgs.id = subject_org_id
        where event = 'session:signIn' and code is null and at >= ${firstDay} group by day) by_day) as sign_ins_by_day,
      (select coalesce(sum(users), 0)::int from orgs cross join lateral (
        select count(*) as users from ent_usr
        where ent_org_id = orgs.id and not is_disabled and last_sign_in_at >= ${firstDay}) recent) as signed_in_count,
      (select coalesce(sum(users), 0)::int from orgs cross join lateral (
        select count(*) as users from ent_usr
        where ent_org_id = orgs.id and not is_disabled and last_sign_in_at is null) never) as never_count,
      (select json_build_object('pending', count(*) filter (where not is_completed),
        'completed', count(*) filter (where is_completed), 'total', count(*)) from asmts) as assessments,
      (select coalesce(json_agg(json_build_object('status', audit_status, 'count', count)), '[]') from (
        select audit_status, count(*) as count from asmts group by audit_status) by_status) as statuses,
      (${byMonth('end_date', firstMonth, sql`true`)}) as due_by_month,
      (${byMonth('actual_end_date', firstMonth, sql`is_completed`)}) as completed_by_month,
      (select count(*)::int from asmts where is_overdue) as overdue_count,
      (select count(*)::int from asmts where is_completed and actual_end_date is null) as undated_count,
      (select count(*)::int from pending_mappings) as pending_mappings,
      (select min(created_at) from pending_mappings) as pending_mappings_since,
      (select count(*)::int from pending_invitations where kind <> 'organisation') as pending_people,
      (select min(sent_at) from pending_invitations where kind <> 'organisation') as pending_people_since,
      (select count(*)::int from pending_invitations where kind = 'organisation') as pending_orgs,
      (select min(sent_at) from pending_invitations where kind = 'organisation') as pending_orgs_since`;
}

const dayOf = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD')`;

const byMonth = (column: string, since: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
  select coalesce(json_object_agg(month, count), '{}') from (
    select to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM') as month, count(*) as count
    from asmts where ${sql.ref(column)} >= ${since} and ${condition} group by month) by_month`;

const usersByRole = sql`
  select json_agg(json_build_object(
    'role', case when id > 0 then json_build_object('id', id, 'idStr', id_str, 'label', label) end,
    'active', active, 'inactive', inactive) order by level nulls last)
  from (select id, id_str, label, level from role union all select 0, null, null, null) roles
  cross join lateral (
    select coalesce(sum(users) filter (where not is_disabled), 0) as active,
      coalesce(sum(users) filter (where is_disabled), 0) as inactive
    from user_count where role_id = roles.id and ent_org_id in (select id from orgs)) counts
  where id > 0 or active + inactive > 0`;
