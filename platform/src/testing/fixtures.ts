import { hash } from '@node-rs/argon2';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../core/database/schema.ts';

/** The password of all fixture users. */
export const fixturePassword = 'Passw0rd!x';

// The cheapest cost; a hash is verified at the cost it was created with.
const hashed = hash(fixturePassword, { memoryCost: 64, timeCost: 1, parallelism: 1 });

/** A and B are unrelated, D is disabled, M requires passcodes. */
export type OrgName = 'A' | 'B' | 'D' | 'M';

const roleIds = { Administrator: 1, Architect: 2, Organiser: 3, Assessor: 4, Auditee: 5 };

interface Person {
  org: OrgName | null;
  role: keyof typeof roleIds | null;
  is_disabled?: boolean;
  password_hash?: null;
}

const people = {
  adm: { org: 'A', role: 'Administrator' },
  arc: { org: 'A', role: 'Architect' },
  orgA: { org: 'A', role: 'Organiser' },
  assA: { org: 'A', role: 'Assessor' },
  audA: { org: 'A', role: 'Auditee' },
  orgB: { org: 'B', role: 'Organiser' },
  disA: { org: 'A', role: 'Assessor', is_disabled: true },
  mfaA: { org: 'M', role: 'Assessor' },
  mfaB: { org: 'M', role: 'Assessor' },
  usrD: { org: 'D', role: 'Organiser' },
  nowhere: { org: null, role: 'Organiser' },
  invited: { org: null, role: null, password_hash: null },
} as const satisfies Record<string, Person>;

/** A fixture user; the email is `{name}@{organisation}.example` in lower case. */
export type UserName = keyof typeof people;

export interface Fixtures {
  orgs: Record<OrgName, number>;
  users: Record<UserName, { id: number; email: string }>;
}

// Deleting is far cheaper than truncate for few rows, which recreates the files of every table and index; a function takes a third of the time of the
// same statements without one. It waits for open transactions of the previous test, which would keep ids that the sequences give again.
const createEmptyTables = sql`do $$ begin
  create schema if not exists testing;
  execute (
    select 'create or replace function testing.empty_tables() returns void language plpgsql as $body$ begin
        for attempt in 1..1000 loop
          exit when not exists (select from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and state <> ''idle'');
          perform pg_sleep(0.002), pg_stat_clear_snapshot();
        end loop;
        '
      || string_agg(format('delete from %I;', tablename), ' ' order by tablename)
      || ' perform setval(seqrelid::regclass, seqstart, false) from pg_sequence; end $body$'
    from pg_tables where schemaname = 'public' and tablename <> 'role' and tablename not like 'kysely%');
end $$`;
const emptyTables = sql`select testing.empty_tables()`;
/** Databases with the function. */
const prepared = new WeakSet<Kysely<Database>>();

/**
 * Connections of test databases that run neither triggers nor checks of foreign keys: without them the fixtures take half of the time, and a connection
 * that switches them off and on discards the plans of all its statements, of which the fixtures have one for each table.
 */
export const uncheckedConnections = new WeakMap<Kysely<Database>, Kysely<Database>>();
const endChecks = sql`set local session_replication_role = replica`;

/** Runs statements in a transaction without triggers and foreign keys. */
export const withoutChecks = <T>(db: Kysely<Database>, act: (trx: Transaction<Database>) => Promise<T>): Promise<T> =>
  (uncheckedConnections.get(db) ?? db).transaction().execute(async (trx) => {
    if (!uncheckedConnections.has(db)) await endChecks.execute(trx);
    return act(trx);
  });

// Values that triggers would write.
const derived = sql`with
  counts as (insert into user_count (ent_org_id, role_id, is_disabled, users)
    select ent_org_id, coalesce(role_id, 0), is_disabled, count(*) from ent_usr where ent_org_id is not null group by 1, 2, 3),
  texts as (update ent_usr set folded_text = user_folded_text(firstname, lastname, email, department_name))
  select`;

/** Deletes all rows except lookup lists and inserts the fixtures. */
export async function writeFixtures(db: Kysely<Database>, now: Date): Promise<Fixtures> {
  if (!prepared.has(db)) await createEmptyTables.execute(db);
  prepared.add(db);
  try {
    return await write(db, now);
  } catch (error) {
    // The previous test may still be sending an email.
    if ((error as { code?: string }).code !== '40P01') throw error;
    return write(db, now);
  }
}

const write = (db: Kysely<Database>, now: Date): Promise<Fixtures> =>
  withoutChecks(db, async (trx) => {
    await emptyTables.execute(trx);
    const times = { created_at: now, updated_at: now };
    const names = ['A', 'B', 'D', 'M'] as const;
    const made = await trx
      .insertInto('ent_org')
      .values(
        names.map((name, place) => ({
          // The same value in each system, so that responses of two systems can be compared.
          guid: `00000000-0000-4000-8000-0000000000a${place}`,
          brandname: `Organisation ${name}`,
          is_disabled: name === 'D',
          otp_required: name === 'M',
          ...times,
        })),
      )
      .returning('id')
      .execute();
    const orgs = Object.fromEntries(names.map((name, place) => [name, made[place]?.id])) as Fixtures['orgs'];
    const password_hash = await hashed;
    const rows = Object.entries(people).map(([name, { org, role, ...more }]) => ({
      ent_org_id: org && orgs[org],
      email: `${name}@${org ?? 'nowhere'}.example`.toLowerCase(),
      firstname: name,
      lastname: 'Fixture',
      role_id: role && roleIds[role],
      is_disabled: false,
      password_hash,
      ...times,
      ...more,
    }));
    const added = await trx.insertInto('ent_usr').values(rows).returning(['id', 'email']).execute();
    await derived.execute(trx);
    const users = Object.fromEntries(Object.keys(people).map((name, place) => [name, added[place]]));
    return { orgs, users: users as Fixtures['users'] };
  });
