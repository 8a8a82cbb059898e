import type { Kysely } from 'kysely';
import type { Database } from '../core/database/schema.ts';

/** A review of an organisation that has ended, with a person in it. */
export async function addEndedReview(
  db: Kysely<Database>,
  { organisationId, userId, at }: { organisationId: number; userId: number; at: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('access_review')
    .values({
      ent_org_id: organisationId,
      name: 'Autumn',
      due_on: '2026-12-31',
      scope: 'all',
      state: 'ended',
      started_by: userId,
      started_at: at,
      ended_by: userId,
      ended_at: at,
      finished_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('access_review_item')
    .values({
      review_id: id,
      ent_usr_id: userId,
      is_external: false,
      role_id: 3,
      reviewer_id: userId,
      decision: 'KEEP',
      decided_by: userId,
      decided_at: at,
      outcome: 'DONE',
      carried_out_at: at,
    })
    .execute();
  return id;
}
