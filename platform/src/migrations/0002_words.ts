import { type Kysely, sql } from 'kysely';

/**
 * An order of texts as people expect it (capitals and accents last, in every alphabet), the same whatever the database was made with. A server without
 * ICU orders them by code point and knows the capitals of English only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`do $$ begin
    create collation words (provider = icu, locale = 'und');
  exception when feature_not_supported then
    create collation words from "C";
  end $$`.execute(db);
}
