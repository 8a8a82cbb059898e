import { type Kysely, sql } from 'kysely';

export const tables = ['access_review_item', 'ent_usr'];

const statements = [
  `create table access_review_addendum (
    item_id integer primary key references access_review_item (id) on delete cascade,
    reason text,
    written_by integer references ent_usr (id) on delete set null,
    written_at timestamptz not null,
    hash text not null)`,
  'create index access_review_addendum_author on access_review_addendum (written_by) where written_by is not null',
  `create index access_review_item_refused on access_review_item (review_id) where outcome = 'REFUSED'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
