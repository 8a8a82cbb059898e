import { type Kysely, sql } from 'kysely';

/** The sign-ins of earlier releases are found in the audit log, as far as it was kept. */
const statements = [
  `alter table ent_usr add column last_sign_in_at timestamptz`,
  `update ent_usr set last_sign_in_at = sign_in.at
    from (
      select ent_usr_id, max(at) as at from audit_entry
      where event = 'session:signIn' and code is null group by ent_usr_id) sign_in
    where ent_usr.id = sign_in.ent_usr_id`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
