import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backup_run (
      id integer generated always as identity primary key,
      finished_at timestamptz not null,
      bytes bigint not null,
      row_count bigint not null,
      is_encrypted boolean not null,
      has_secrets boolean not null
    )`.execute(db);
}
