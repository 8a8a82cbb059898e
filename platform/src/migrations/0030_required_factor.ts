import { type Kysely, sql } from 'kysely';

export const tables = ['ent_org', 'ent_usr', 'session', 'app_factor', 'passkey'];

/** `factorDependency` in `list-version.ts`. */
const factors = -3;

const statements = [
  'alter table ent_org add column factor_required_at timestamptz',
  // Null: counted from when they were created.
  'alter table ent_usr add column factor_grace_from timestamptz',
  // Sessions of the release before have no factor until they sign in again: what is not known is asked for.
  'alter table session add column has_factor boolean not null default false',
  `create function factor_list_version() returns trigger language plpgsql as $$
    begin
      if exists (select from changed) then perform renew_list_versions(array[${factors}]); end if;
      return null;
    end $$`,
  // A passkey is updated by each sign-in, which no list shows; a new password removes those that a user has, mostly none.
  ...['app_factor', 'passkey'].flatMap((table) => [
    `create trigger list_version after insert on ${table}
      referencing new table as changed for each statement execute function factor_list_version()`,
    `create trigger deleted_list_version after delete on ${table}
      referencing old table as changed for each statement execute function factor_list_version()`,
    `create trigger every_list_version after truncate on ${table} execute function renew_every_list_version()`,
  ]),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
