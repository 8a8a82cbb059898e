import { type Kysely, sql } from 'kysely';

/** Apart from the migration before, which locks the table. Rows that are being changed are not waited for: a search folds those without a text itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update ent_org set search_text = user_search_text(brandname, null, legalname, email_domain)
    where id in (select id from ent_org for no key update skip locked)`.execute(db);
}
