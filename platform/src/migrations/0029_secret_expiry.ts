import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table sso
    add column secret_expires_on text,
    add column secret_reminded_days integer`,
  'create index sso_secret_expiry on sso (secret_expires_on) where secret_expires_on is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
