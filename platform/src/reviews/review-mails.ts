import { sql, type Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import type { Database } from '../core/database/schema.ts';
import type { ReviewRow } from './review-access.ts';
import { reviewMail } from './review-mail-texts.ts';

/** Emails reviewers with pending decisions; `only` narrows them. */
export async function mailReviewers(
  { mailer, settings }: Pick<Services, 'mailer' | 'settings'>,
  trx: Transaction<Database>,
  review: Pick<ReviewRow, 'id' | 'name' | 'due_on' | 'ent_org_id'>,
  { id: organisationId, brandname: organisation }: { id: number; brandname: string },
  why: 'started' | 'reminder' | 'reassigned',
  only?: readonly number[],
): Promise<void> {
  const reviewers = await trx
    .selectFrom('access_review_item')
    .innerJoin('ent_usr', 'ent_usr.id', 'reviewer_id')
    .select(['ent_usr.id', 'ent_usr.email', 'ent_usr.firstname', sql<number>`count(*)::int`.as('people')])
    .where('review_id', '=', review.id)
    .where('decision', 'is', null)
    .where('ent_usr.is_disabled', '=', false)
    .where('ent_usr.sign_in_blocked_at', 'is', null)
    // Other users have moved to another organisation.
    .where(
      sql<boolean>`(ent_usr.ent_org_id = ${organisationId} or ent_usr.role_id in (select id from role where level = 1))`,
    )
    .$if(only !== undefined, (of) => of.where(sql<boolean>`ent_usr.id = any(${only ?? []}::int[])`))
    .groupBy('ent_usr.id')
    .orderBy('ent_usr.id')
    .execute();
  const link = new URL(`/O/reviews/${review.id}`, settings.publicUrl);
  const mails = reviewers.map(({ email: to, firstname: name, people }) => ({
    to,
    ...reviewMail({ name, why, review: review.name, organisation, people, due: review.due_on, link }),
    organisationId,
  }));
  if (mails.length > 0) await mailer.send(trx, ...mails);
}
