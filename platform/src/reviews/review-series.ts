import { decideAccess } from '@console/contract/access';
import type { reviewsCalls } from '@console/contract/calls/reviews';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Caller } from '../core/access/caller.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { findUsersById } from '../core/database/user-response.ts';
import { nameOf } from './review-access.ts';
import { scopes } from './review-response.ts';

export type SeriesResponse = z.input<typeof reviewsCalls.endAccessReviewSeries.answer>['accessReviewSeries'];

export const findSeries = (db: Kysely<Database>, organisationId: number) =>
  db
    .selectFrom('access_review_series')
    .selectAll()
    .where('ent_org_id', '=', organisationId)
    .where('ended_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();

export async function readSeries(
  db: Kysely<Database>,
  caller: Caller,
  rows: readonly Row<'access_review_series'>[],
): Promise<SeriesResponse[]> {
  const users = await findUsersById(db, [
    ...new Set(rows.flatMap(({ created_by, reviewer_ids }) => [created_by, ...(reviewer_ids ?? [])])),
  ]);
  return rows.map((row) => ({
    id: String(row.id),
    organisationId: String(row.ent_org_id),
    name: row.name,
    months: row.months,
    days: row.days,
    scope: scopes[row.scope],
    roles: (row.scope_roles ?? []) as SeriesResponse['roles'],
    selectedCount: row.people?.length ?? null,
    reviewers: (row.reviewer_ids ?? []).flatMap((id) => {
      const user = users.get(id);
      return user ? [nameOf(user, row.ent_org_id)] : [];
    }),
    nextOn: row.next_on,
    createdBy: nameOf(users.get(row.created_by), row.ent_org_id),
    createdAt: row.created_at.toISOString(),
    viewerCanEnd:
      caller.sessionId !== undefined &&
      row.ended_at === null &&
      decideAccess(caller, 'reviews:cancel', String(row.ent_org_id)) === 'allowed',
  }));
}
