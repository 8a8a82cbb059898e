import { type Kysely, sql } from 'kysely';

/** Ids begin anew after the last integer: rows live for days, and the time is before the id in every order. */
const statements = [
  `create table key_request (
    id integer generated always as identity (cycle) primary key,
    api_key_id integer not null references api_key on delete cascade,
    at timestamptz not null,
    operation text,
    code text,
    cost integer,
    ms integer not null,
    request_id text not null
  )`,
  'create index key_request_list on key_request (api_key_id, at, id)',
  'create index key_request_failed on key_request (api_key_id, at, id) where code is not null',
  'create index key_request_at on key_request (at)',
  `create table missing_key_requests (
    api_key_id integer not null references api_key on delete cascade,
    hour timestamptz not null,
    count integer not null,
    primary key (api_key_id, hour)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
