import { type Kysely, sql } from 'kysely';

/** Where a user is signed in, and the browsers that they have signed in with. Sessions of earlier releases have no user agent. */
const statements = [
  `alter table session
    add column user_agent text,
    add column client_address text`,
  `alter table remember_token
    add column user_agent text,
    add column client_address text,
    add column last_used_at timestamptz`,
  `alter table ent_usr add column password_changed_at timestamptz`,
  `create table known_device (
    ent_usr_id integer not null references ent_usr (id) on delete cascade,
    browser text not null,
    system text not null,
    last_used_at timestamptz not null,
    primary key (ent_usr_id, browser, system))`,
  `create index known_device_last_used on known_device (last_used_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
