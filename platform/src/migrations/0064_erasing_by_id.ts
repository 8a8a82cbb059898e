import { type Kysely, sql } from 'kysely';

export const tables = ['ent_usr', 'erased_user', 'mail'];

/** Erasing a person by id and proven email addresses, in parts; and rows of erased users that no one can bring back. */
const statements = [
  // A row that was used again after its erasure has data again, so it can be erased again.
  `update ent_usr set erased_at = null
    where erased_at is not null and not (is_disabled and email like 'erased-%@erased.invalid')`,
  `alter table ent_usr add constraint ent_usr_erased
    check (erased_at is null or (is_disabled and email like 'erased-%@erased.invalid'))`,
  // Null: a line of before, which does not say when the row was created.
  'alter table erased_user add column created_at timestamptz',
  'alter table erased_user add column pending jsonb, add column position integer not null default 0',
  'create index erased_user_pending on erased_user (position) where pending is not null',
  'alter table mail add column recipient_id integer references ent_usr (id) on delete set null',
  'create index mail_recipient_id on mail (recipient_id) where recipient_id is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
