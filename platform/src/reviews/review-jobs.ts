import { decideAccess, roleByName } from '@console/contract/access';
import { reviewReminderDays } from '@console/contract/review-limits';
import { dayIn, daysUntil } from '@console/contract/secret-expiry';
import { sql, type Transaction } from 'kysely';
import { findCallerOfUser } from '../core/access/caller.ts';
import { lockOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { isRoleVisibleTo } from '../core/access/visible-user.ts';
import type { Actor } from '../core/base/audit-entry.ts';
import { Failure } from '../core/base/failure.ts';
import { oneByOne } from '../core/base/one-by-one.ts';
import { findOrganiserOrSubstitutes } from '../core/database/responsible-users.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { readTimeZone, selectTimeZones } from '../core/database/time-zone.ts';
import { runCommand } from '../core/database/transaction.ts';
import { supervisorSetBy } from '../users/supervisor-setter.ts';
import { assignReviewers } from './assign-reviewers.ts';
import { reviewNotStartedMail, reviewSeriesEndedMail } from './review-mail-texts.ts';
import { mailReviewers } from './review-mails.ts';
import { addReview, findPeople, nextStart, sizeProblem } from './start-review.ts';

type JobServices = Pick<Services, 'db' | 'clock' | 'settings' | 'mailer'>;

/** Reminds reviewers with pending decisions 7 days and 1 day before the due date. Several platforms can run it at once. */
export async function remindReviewers(services: JobServices): Promise<void> {
  const zones = await selectTimeZones(services.db).execute();
  await oneByOne(zones, ({ time_zone }) => remindInTimeZone(services, time_zone));
}

async function remindInTimeZone(services: JobServices, timeZone: string): Promise<void> {
  const { db, clock } = services;
  const now = clock();
  const [first] = reviewReminderDays;
  const due = await db
    .selectFrom('access_review')
    .innerJoin('ent_org', 'ent_org.id', 'ent_org_id')
    .select('access_review.id')
    .where('access_review.state', '=', 'open')
    .where('is_disabled', '=', false)
    .where('time_zone', '=', timeZone)
    .where('due_on', '>=', dayIn(0, now, timeZone))
    .where('due_on', '<=', dayIn(first, now, timeZone))
    .orderBy('access_review.id')
    .execute();
  await oneByOne(due, ({ id }) => db.transaction().execute((trx) => remindOfReview(services, trx, id, timeZone)));
}

async function remindOfReview(
  { clock, ...services }: JobServices,
  trx: Transaction<Database>,
  id: number,
  timeZone: string,
): Promise<void> {
  const review = await lockOpenReview(trx, id);
  if (!review) return;
  const days = daysUntil(review.due_on, clock(), timeZone);
  const reminder = reviewReminderDays.findLast((before) => days <= before);
  if (reminder === undefined || (review.reminded_days ?? Number.POSITIVE_INFINITY) <= reminder) return;
  await trx.updateTable('access_review').set({ reminded_days: reminder }).where('id', '=', id).execute();
  const organisation = await readOrganisation(trx, review.ent_org_id);
  await mailReviewers(services, trx, review, organisation, 'reminder');
}

/** Locks a review that no other platform has locked. */
const lockOpenReview = (trx: Transaction<Database>, id: number) =>
  trx
    .selectFrom('access_review')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'open')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

const readOrganisation = (trx: Transaction<Database>, id: number) =>
  trx.selectFrom('ent_org').select(['id', 'brandname']).where('id', '=', id).executeTakeFirstOrThrow();

/** Whether the reviewer of an item may still decide about its person. */
const isReviewerAble = sql<boolean>`exists (select from ent_usr as reviewer
  inner join role as reviewer_role on reviewer_role.id = reviewer.role_id
  where reviewer.id = access_review_item.reviewer_id and reviewer.id <> ent_usr.id
    and not reviewer.is_disabled and reviewer.sign_in_blocked_at is null
    and (reviewer_role.level = 1 or reviewer.ent_org_id = access_review.ent_org_id and reviewer_role.level < 5)
    and (person_role.level is null or reviewer_role.level <= person_role.level))`;

/** Replaces reviewers who can no longer decide, by the rules of the start. Several platforms can run it at once. */
export async function reassignReviewers(services: JobServices): Promise<void> {
  const { db } = services;
  const reviews = await selectUnreviewed(db)
    .innerJoin('ent_org', 'ent_org.id', 'access_review.ent_org_id')
    .select('review_id')
    .where('ent_org.is_disabled', '=', false)
    .distinct()
    .orderBy('review_id')
    .execute();
  await oneByOne(reviews, ({ review_id: id }) => db.transaction().execute((trx) => reassign(services, trx, id)));
}

const selectUnreviewed = (db: JobServices['db']) =>
  db
    .selectFrom('access_review_item')
    .innerJoin('access_review', 'access_review.id', 'review_id')
    .innerJoin('ent_usr', 'ent_usr.id', 'ent_usr_id')
    .leftJoin('role as person_role', (join) =>
      join.onRef('person_role.id', '=', 'ent_usr.role_id').on(isRoleVisibleTo(sql.ref('access_review.ent_org_id'))),
    )
    .where('access_review.state', '=', 'open')
    .where('decision', 'is', null)
    .where(({ not }) => not(isReviewerAble));

async function reassign(services: JobServices, trx: Transaction<Database>, reviewId: number): Promise<void> {
  const locked = { ...services, db: trx };
  const review = await lockOpenReview(trx, reviewId);
  if (!review) return;
  const items = await selectUnreviewed(trx)
    .select(['access_review_item.id as item_id', 'reviewer_id', 'is_external', 'ent_usr.id'])
    .select(['person_role.id_str', 'person_role.label', sql<string | null>`lower(supervisor)`.as('supervisor')])
    .select(supervisorSetBy.as('supervisor_setter'))
    .where('review_id', '=', reviewId)
    .orderBy('access_review_item.id')
    .execute();
  const people = items.map((item) => ({ ...item, role: roleByName(item.id_str, item.label) }));
  const { reviewer_ids: reviewerIds, started_by: starterId, ent_org_id } = review;
  const found = await assignReviewers(trx, ent_org_id, people, { reviewerIds, starterId });
  const changed = items.flatMap(({ item_id, reviewer_id }, place) => {
    const { reviewerId: reviewer = null, supervisorSetter = null } = found[place] ?? {};
    return reviewer === reviewer_id ? [] : [{ item_id, reviewer, supervisorSetter }];
  });
  if (changed.length === 0) return;
  await sql`update access_review_item set reviewer_id = given.reviewer_id, supervisor_setter = given.supervisor_setter
    from unnest(${changed.map(({ item_id }) => item_id)}::int[], ${changed.map(({ reviewer }) => reviewer)}::int[],
      ${changed.map(({ supervisorSetter }) => supervisorSetter)}::text[])
      as given (item_id, reviewer_id, supervisor_setter)
    where access_review_item.id = given.item_id`.execute(trx);
  const added = changed.flatMap(({ reviewer }) => reviewer ?? []);
  await mailReviewers(locked, trx, review, await readOrganisation(trx, ent_org_id), 'reassigned', added);
}

/** Starts due recurring reviews for the users who set them up. Several platforms can run it at once. */
export async function startDueReviews(services: JobServices, onError: (error: unknown) => void): Promise<void> {
  const zones = await selectTimeZones(services.db).execute();
  await oneByOne(zones, ({ time_zone }) => startDueInTimeZone(services, time_zone, onError));
}

async function startDueInTimeZone(
  services: JobServices,
  timeZone: string,
  onError: (error: unknown) => void,
): Promise<void> {
  const { db, clock } = services;
  const today = dayIn(0, clock(), timeZone);
  const due = await db
    .selectFrom('access_review_series')
    .innerJoin('ent_org', 'ent_org.id', 'ent_org_id')
    .select(['access_review_series.id', 'created_by'])
    .where('time_zone', '=', timeZone)
    .where('ended_at', 'is', null)
    .where('next_on', '<=', today)
    .orderBy('access_review_series.id')
    .execute();
  for (const { id, created_by } of due) {
    await startDue(services, id, created_by).catch(async (error) => {
      if (!(error instanceof Failure)) return onError(error);
      // Too many reviews: try again the next day, unless another platform has started it.
      await db
        .updateTable('access_review_series')
        .set({ next_on: dayIn(1, clock(), timeZone) })
        .where('id', '=', id)
        .where('next_on', '<=', today)
        .execute();
    });
  }
}

const startDue = ({ db, clock, settings, mailer }: JobServices, id: number, createdBy: number | null) => {
  const actor: Actor = { userId: createdBy, organisationId: null, via: 'system', requestId: null };
  return runCommand({ db, clock, notices: null }, actor, async (trx) => {
    const now = clock();
    const none = { answer: undefined, audit: null };
    const { ent_org_id } = await trx
      .selectFrom('access_review_series')
      .select('ent_org_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const organisation = await lockOrganisation(trx, ent_org_id);
    const timeZone = await readTimeZone(trx, ent_org_id);
    const series = await trx
      .selectFrom('access_review_series')
      .selectAll()
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .where('next_on', '<=', dayIn(0, now, timeZone))
      .forUpdate()
      .executeTakeFirst();
    if (!series || !organisation) return none;
    const update = trx.updateTable('access_review_series').where('id', '=', id);
    const { created_at, months, name, created_by: starterId } = series;
    await update.set({ next_on: nextStart(created_at, months, { now, timeZone }) }).execute();
    // A disabled organisation has no access to review.
    if (organisation.is_disabled) return none;
    const starter = starterId === null ? null : await findCallerOfUser({ db: trx, settings }, starterId);
    const mayStart = starter && decideAccess(starter, 'reviews:start', String(ent_org_id)) === 'allowed';
    if (!mayStart || starterId === null) {
      await update.set({ ended_at: now }).execute();
      await mailOrganisers({ mailer, settings }, trx, series, organisation, reviewSeriesEndedMail);
      const target = { type: 'access_review', id: null };
      return {
        answer: undefined,
        audit: {
          action: 'reviews:repeat',
          target,
          organisationId: ent_org_id,
          before: { name, months },
          after: { ended: true },
        },
      };
    }
    const plan = {
      organisationId: ent_org_id,
      name,
      dueOn: dayIn(series.days, now, timeZone),
      scope: series.scope,
      roles: series.scope_roles,
      userIds: series.people,
      reviewerIds: series.reviewer_ids,
    };
    const people = await findPeople(trx, plan);
    const problem = sizeProblem(people);
    if (problem) {
      await mailOrganisers({ mailer, settings }, trx, series, organisation, reviewNotStartedMail, problem);
      return none;
    }
    const started = await addReview({ clock, mailer, settings }, trx, {
      plan,
      people,
      seriesId: id,
      starterId,
      organisation,
      timeZone,
    });
    return { answer: undefined, audit: started.audit };
  });
};

/** Tells the Organisers that a review was not started, or no longer recurs. */
async function mailOrganisers(
  { mailer, settings }: Pick<Services, 'mailer' | 'settings'>,
  trx: Transaction<Database>,
  { name: review }: Row<'access_review_series'>,
  { id: organisationId, brandname: organisation }: { id: number; brandname: string },
  compose: typeof reviewNotStartedMail,
  problem = '',
): Promise<void> {
  const link = new URL('/O/reviews', settings.publicUrl);
  const mails = (await findOrganiserOrSubstitutes(trx, organisationId)).map(({ email, firstname }) => ({
    to: email,
    ...compose({ name: firstname, review, organisation, problem, link }),
    organisationId,
  }));
  await mailer.send(trx, ...mails);
}
