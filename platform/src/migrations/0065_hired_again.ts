import { type Kysely, sql } from 'kysely';
import { createIfSmall } from './0035_user_search.ts';

export const tables = ['ent_usr'];

/** The users that the identity provider may not create again: few or none. */
export const refusedReturnIndex = 'ent_usr (ent_org_id) where return_refused_at is not null';

/** Who has deactivated a user, when an account was reset for another person, and users that the identity provider may not create again. */
const statements = [
  `alter table ent_usr
    add column deprovisioned_at timestamptz,
    add column account_reset_at timestamptz,
    add column return_refused_at timestamptz`,
  // Also for the release before, which does not know the columns: if a person deactivates the user later, that must not count as done by the identity provider.
  `create function end_deprovisioning() returns trigger language plpgsql as $$
    begin
      if new.deprovisioned_at = old.deprovisioned_at then new.deprovisioned_at := null; end if;
      new.return_refused_at := null;
      return new;
    end $$`,
  `create trigger end_deprovisioning before update of is_disabled on ent_usr for each row
    when (old.is_disabled is distinct from new.is_disabled) execute function end_deprovisioning()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await sql.raw(createIfSmall('ent_usr_return_refused', refusedReturnIndex)).execute(db);
}
