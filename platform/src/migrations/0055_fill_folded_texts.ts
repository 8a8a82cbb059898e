import { type Kysely, sql } from 'kysely';

/** Organisations are few. Apart from the migration that locks the table; rows that are being changed are not waited for: a search folds those without a text itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update ent_org set folded_text = folded_text(concat_ws(chr(10), brandname, legalname, email_domain))
    where id in (select id from ent_org for no key update skip locked)`.execute(db);
}
