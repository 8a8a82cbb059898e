import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table access_review_evidence drop constraint access_review_evidence_kind_check,
    add constraint access_review_evidence_kind_check check (kind in ('html', 'pdf', 'csv'))`.execute(db);
}
