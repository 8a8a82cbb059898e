import { type Kysely, sql } from 'kysely';

/** Which organisations have invited a user without an organisation; a mapping with each is requested once the user has one. */
const statement = `create table org_invitation (
  ent_usr_id integer not null references ent_usr (id) on delete cascade,
  customer_id integer not null references ent_org (id) on delete cascade,
  requester_id integer references ent_usr (id) on delete set null,
  created_at timestamptz not null,
  primary key (ent_usr_id, customer_id))`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db);
}
