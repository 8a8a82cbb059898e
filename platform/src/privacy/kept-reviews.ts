import { type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema.ts';

export interface KeptReview {
  id: string;
  name: string;
  organisationId: string;
  keptUntil: string;
}

/** Finished reviews with a person in their evidence. It stays, as proof of a legal duty (GDPR article 17(3)). */
export async function readKeptReviews(db: Kysely<Database>, userId: number): Promise<KeptReview[]> {
  const { rows } = await sql<{ id: number; name: string; organisation_id: number; kept_until: Date }>`
    select access_review.id, access_review.name, ent_org_id as organisation_id,
      max(made_at) + make_interval(years => review_evidence_years) as kept_until
    from access_review inner join ent_org on ent_org.id = ent_org_id
      inner join access_review_evidence on access_review_evidence.review_id = access_review.id
    where (started_by = ${userId}::int or ended_by = ${userId}::int or ${userId}::int = any(reviewer_ids)
        or exists (select from access_review_item where review_id = access_review.id
          and ${userId}::int in (access_review_item.ent_usr_id, reviewer_id, decided_by)))
    group by access_review.id, review_evidence_years
    order by kept_until, access_review.id limit 100`.execute(db);
  return rows.map(({ id, name, organisation_id, kept_until }) => ({
    id: String(id),
    name,
    organisationId: String(organisation_id),
    keptUntil: new Date(kept_until).toISOString(),
  }));
}
