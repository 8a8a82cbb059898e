import { type Kysely, sql } from 'kysely';

/** Keys of earlier releases had no scopes: they may do what their owner may, and are still asked for the current password. */
const statements = [
  `update api_key set scopes = '{read,users:write,organisations:write,mappings:write,assessments:write,sso:write,config:write}'`,
  `alter table api_key
    alter column scopes drop default,
    add column prefix text not null default '',
    add column lifetime_days integer,
    add column rotated_at timestamptz,
    add column reminded_at timestamptz`,
  `create index api_key_expiry on api_key (expires_at) where revoked_at is null and reminded_at is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
