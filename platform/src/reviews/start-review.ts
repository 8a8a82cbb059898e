import { roleByName } from '@console/contract/access';
import type { reviewsCalls } from '@console/contract/calls/reviews';
import type { FieldProblem } from '@console/contract/errors';
import { reviewLimits } from '@console/contract/review-limits';
import { reviewPlanProblems, type Today } from '@console/contract/review-plan';
import { daysUntil, localDay } from '@console/contract/secret-expiry';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation, requireEnabledOrganisation } from '../core/access/locks.ts';
import { personOf } from '../core/access/person.ts';
import type { Services } from '../core/access/services.ts';
import { isRoleVisibleTo } from '../core/access/visible-user.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { addMs, dayMs } from '../core/base/clock.ts';
import { conflict, invalidFields } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import type { Database, NewRow } from '../core/database/schema.ts';
import { readTimeZone } from '../core/database/time-zone.ts';
import { runCommand } from '../core/database/transaction.ts';
import { supervisorSetBy } from '../users/supervisor-setter.ts';
import { assignReviewers, findCandidates, isReviewerOf } from './assign-reviewers.ts';
import type { ReviewRow } from './review-access.ts';
import { mailReviewers } from './review-mails.ts';
import { type ReviewResponse, toReviewResponse } from './review-response.ts';

type Input = z.output<typeof reviewsCalls.startAccessReview.body>;
const scopesOfInput = { ALL: 'all', ROLES: 'roles', PEOPLE: 'people' } as const;

/** Validated scope and reviewers of a review. */
interface Plan {
  organisationId: number;
  name: string;
  dueOn: string;
  scope: ReviewRow['scope'];
  roles: string[] | null;
  userIds: number[] | null;
  reviewerIds: number[] | null;
}

/** Starts a review, with `repeatMonths` a recurring one. Throws 403 by role, 404 for another organisation, 409 for too many, 422 by field. */
export const startReview = (services: Services, caller: Caller, input: Input): Promise<ReviewResponse> =>
  runCommand(services, caller, async (trx) => {
    const now = services.clock();
    const id = parseId(input.organisationId);
    const organisation = requireEnabledOrganisation(await lockAllowedOrganisation(trx, caller, 'reviews:start', id));
    const today = { now, timeZone: await readTimeZone(trx, id) };
    const { people, ...plan } = await parsePlan(trx, today, id, input);
    const months = input.repeatMonths ?? null;
    const seriesId = months === null ? null : await addSeries(trx, today, caller, plan, months);
    const starterId = personOf(caller);
    const { review, audit } = await addReview(services, trx, {
      plan,
      people,
      seriesId,
      starterId,
      organisation,
      timeZone: today.timeZone,
    });
    const repeated: AuditEntry[] =
      months === null ? [] : [{ ...audit, action: 'reviews:repeat', after: { name: plan.name, months } }];
    return { answer: await toReviewResponse(trx, caller, { kind: 'all' }, review), audit: [audit, ...repeated] };
  });

async function parsePlan(trx: Transaction<Database>, today: Today, organisationId: number, input: Input) {
  const idsIn = (ids: readonly (string | number)[] | null | undefined) => [...new Set((ids ?? []).map(parseId))];
  const [userIds, reviewerIds] = [idsIn(input.userIds), idsIn(input.reviewerIds)];
  const roles = [...new Set(input.roles ?? [])];
  const { scope, dueOn, repeatMonths = null } = input;
  const name = input.name.trim();
  refuse(reviewPlanProblems({ name, dueOn, scope, roles, userIds, reviewerIds, repeatMonths }, today));
  const plan: Plan = {
    organisationId,
    name,
    dueOn,
    scope: scopesOfInput[scope],
    roles: scope === 'ROLES' ? roles : null,
    userIds: scope === 'PEOPLE' ? userIds : null,
    reviewerIds: reviewerIds.length > 0 ? reviewerIds : null,
  };
  const able = (await findCandidates(trx, { ids: reviewerIds })).filter((one) => isReviewerOf(organisationId, one));
  const people = await findPeople(trx, plan);
  const isAnyoneMissing = scope === 'PEOPLE' && people.length < userIds.length;
  const size = sizeProblem(people);
  refuse({
    ...(able.length < reviewerIds.length && {
      reviewerIds: { code: 'OTHER', message: 'must be active users of the organisation with permission to view users' },
    }),
    ...(isAnyoneMissing && {
      userIds: { code: 'OTHER', message: 'must be active users or accepted external users of the organisation' },
    }),
    ...(size && !isAnyoneMissing && { scope: { code: people.length === 0 ? 'OTHER' : 'FORMAT', message: size } }),
  });
  return { ...plan, people };
}

function refuse(problems: Readonly<Record<string, FieldProblem>>): void {
  const all = Object.entries(problems).map(([field, problem]) => [field, [problem]]);
  if (all.length > 0) throw invalidFields(Object.fromEntries(all));
}

/** Why a review of these people cannot start: it would be incomplete, or about no one. */
export function sizeProblem({ length }: People): string | null {
  if (length === 0) return 'must include at least one person';
  return length > reviewLimits.items ? `must include at most ${reviewLimits.items} people` : null;
}

export type People = Awaited<ReturnType<typeof findPeople>>;

/** Active users and accepted external users of a scope by name, at most one more than a review can have. */
export async function findPeople(db: Kysely<Database>, { organisationId, roles, userIds }: Plan) {
  const { rows } = await sql<{
    id: number;
    is_external: boolean;
    name: string;
    email: string;
    role_id: number | null;
    id_str: string | null;
    label: string | null;
    supervisor: string | null;
    supervisor_setter: 'SELF' | 'UNKNOWN' | null;
  }>`
    select ent_usr.id, ent_usr.ent_org_id is distinct from ${organisationId} as is_external, role.id as role_id,
      coalesce(nullif(concat_ws(' ', ent_usr.firstname, ent_usr.lastname), ''), ent_usr.email) as name, ent_usr.email,
      role.id_str, role.label, lower(ent_usr.supervisor) as supervisor, ${supervisorSetBy} as supervisor_setter
    from ent_usr left join role on role.id = ent_usr.role_id and ${isRoleVisibleTo(sql`${organisationId}::int`)}
    where not ent_usr.is_disabled
      and (ent_usr.ent_org_id = ${organisationId} or ent_usr.id in (
        select ent_usr_id from user_mapping where mapped_org_id = ${organisationId} and activated))
      and (${roles}::text[] is null or role.id_str = any(${roles}::text[]))
      and (${userIds}::int[] is null or ent_usr.id = any(${userIds}::int[]))
    order by lower(ent_usr.firstname), lower(ent_usr.lastname), lower(ent_usr.email), ent_usr.id
    limit ${reviewLimits.items + 1}`.execute(db);
  return rows.map((row) => ({ ...row, role: roleByName(row.id_str, row.label) }));
}

/** Adds a review and emails its reviewers. The organisation is locked. Throws 409 for too many reviews. */
export async function addReview(
  services: Pick<Services, 'clock' | 'mailer' | 'settings'>,
  trx: Transaction<Database>,
  given: { seriesId: number | null; starterId: number; organisation: { id: number; brandname: string } } & {
    timeZone: string;
    plan: Plan;
    people: People;
  },
): Promise<{ review: ReviewRow; audit: AuditEntry }> {
  const { plan, people, seriesId, starterId, organisation, timeZone } = given;
  const now = services.clock();
  await limitReviews(trx, now, plan.organisationId);
  const reviewers = await assignReviewers(trx, plan.organisationId, people, { ...plan, starterId });
  const days = daysUntil(plan.dueOn, now, timeZone);
  const review = await trx
    .insertInto('access_review')
    .values({
      ent_org_id: plan.organisationId,
      name: plan.name,
      due_on: plan.dueOn,
      scope: plan.scope,
      scope_roles: plan.roles,
      reviewer_ids: plan.reviewerIds,
      state: 'open',
      series_id: seriesId,
      started_by: starterId,
      started_at: now,
      ended_by: null,
      ended_at: null,
      finished_at: null,
      // If the review is due soon, the start email is also the reminder.
      reminded_days: days <= 1 ? 1 : days <= 7 ? 7 : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await sql`insert into access_review_item (review_id, ent_usr_id, is_external, role_id, name, email, reviewer_id,
      supervisor_setter)
    select ${review.id}, ent_usr_id, is_external, role_id, name, email, reviewer_id, supervisor_setter
    from unnest(${people.map(({ id }) => id)}::int[], ${people.map(({ is_external }) => is_external)}::boolean[],
      ${people.map(({ role_id }) => role_id)}::int[], ${people.map(({ name }) => name)}::text[],
      ${people.map(({ email }) => email)}::text[], ${reviewers.map(({ reviewerId }) => reviewerId)}::int[],
      ${reviewers.map(({ supervisorSetter }) => supervisorSetter)}::text[])
      with ordinality as given (ent_usr_id, is_external, role_id, name, email, reviewer_id, supervisor_setter, place)
    order by place`.execute(trx);
  await mailReviewers(services, trx, review, organisation, 'started');
  const { name, due_on, scope } = review;
  const after = { name, due_on, scope, people: people.length };
  const audit = {
    action: 'reviews:start',
    target: { type: 'access_review', id: review.id },
    organisationId: plan.organisationId,
    after,
  };
  return { review, audit };
}

/** Limits starts, because a starter who cancels each review could flood reviewers with emails. */
async function limitReviews(trx: Transaction<Database>, now: Date, organisationId: number): Promise<void> {
  const { open, recent } = await trx
    .selectFrom('access_review')
    .where('ent_org_id', '=', organisationId)
    .select([
      sql<number>`(count(*) filter (where state = 'open'))::int`.as('open'),
      sql<number>`(count(*) filter (where started_at > ${addMs(now, -dayMs)}::timestamptz))::int`.as('recent'),
    ])
    .executeTakeFirstOrThrow();
  if (open >= reviewLimits.open)
    throw conflict(
      `An organisation can have at most ${reviewLimits.open} open access reviews. Complete or cancel one.`,
    );
  if (recent >= reviewLimits.startsADay)
    throw conflict(
      `An organisation can start at most ${reviewLimits.startsADay} access reviews a day. Try again tomorrow.`,
    );
}

async function addSeries(
  trx: Transaction<Database>,
  { now, timeZone }: Today,
  caller: Caller,
  { organisationId, name, dueOn, scope, roles, userIds, reviewerIds }: Plan,
  months: number,
): Promise<number> {
  const { count } = await trx
    .selectFrom('access_review_series')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('ent_org_id', '=', organisationId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= reviewLimits.series)
    throw conflict(`An organisation can have at most ${reviewLimits.series} recurring access reviews. End one.`);
  const row: NewRow<'access_review_series'> = {
    ent_org_id: organisationId,
    name,
    months,
    days: daysUntil(dueOn, now, timeZone),
    scope,
    scope_roles: roles,
    people: userIds,
    reviewer_ids: reviewerIds,
    next_on: nextStart(now, months, { now, timeZone }),
    created_by: caller.userId,
    created_at: now,
    ended_at: null,
  };
  return (await trx.insertInto('access_review_series').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Day of the next start after today, counted from the first one: a short month has it on its last day, and missed starts are skipped. */
export function nextStart(startedAt: Date, months: number, { now, timeZone }: Today): string {
  const first = new Date(`${localDay(startedAt, timeZone)}T00:00:00Z`);
  for (let turn = 1; ; turn += 1) {
    const month = first.getUTCMonth() + turn * months;
    const days = new Date(Date.UTC(first.getUTCFullYear(), month + 1, 0)).getUTCDate();
    const day = new Date(Date.UTC(first.getUTCFullYear(), month, Math.min(first.getUTCDate(), days)));
    const text = day.toISOString().slice(0, 10);
    if (daysUntil(text, now, timeZone) > 0) return text;
  }
}
