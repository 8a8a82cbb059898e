import { type Kysely, sql } from 'kysely';

/** The text that an organisation is found by, as `contains` folds it. The database writes it with the row, also for a platform of the release before. */
const statements = [
  'alter table ent_org add column search_text text collate "C"',
  `create function ent_org_search_text() returns trigger language plpgsql as $$
    begin
      new.search_text := user_search_text(new.brandname, null, new.legalname, new.email_domain);
      return new;
    end $$`,
  `create trigger ent_org_search_text before insert or update of brandname, legalname, email_domain on ent_org
    for each row execute function ent_org_search_text()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
