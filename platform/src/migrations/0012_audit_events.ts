import { auditActionOf } from '@console/contract/calls/audit-action-of';
import { type Kysely, sql } from 'kysely';

/** Each event says what was done or refused, by which role and key, and which organisation it belongs to, in columns that the lists of events order and filter by. */
const columns = `alter table audit_entry
  add column actor_role text,
  add column api_key_id integer,
  add column subject_org_id integer,
  add column event text,
  add column code text`;

const isRefusal = "action in ('access:refuse', 'session:refuse')";
const nameOfRefusal = "coalesce(after ->> 'action', 'session:signIn')";
const reasonCode = `case after ->> 'reason' when 'boundary' then 'NOT_FOUND' when 'role' then 'FORBIDDEN'
  when 'scope' then 'FORBIDDEN' when 'level' then 'FORBIDDEN' when 'oneself' then 'FORBIDDEN' else after ->> 'reason' end`;

const statements = [
  `update audit_entry set code = ${reasonCode}, subject_org_id = ent_org_id where ${isRefusal}`,
  `update audit_entry set subject_org_id = coalesce(case target_type
      when 'ent_org' then (select id from ent_org where id = target_id::integer)
      when 'ent_usr' then (select ent_org_id from ent_usr where id = target_id::integer)
      when 'api_key' then (select ent_org_id from api_key
        inner join ent_usr on ent_usr.id = ent_usr_id where api_key.id = target_id::integer)
    end, ent_org_id) where not ${isRefusal}`,
  `alter table audit_entry alter column event set not null`,
  'drop index audit_entry_refusal',
  'drop index audit_entry_org',
  'create index audit_entry_at on audit_entry (at, id)',
  'create index audit_entry_org on audit_entry (subject_org_id, at, id)',
  'create index audit_entry_actor on audit_entry (ent_usr_id, at, id)',
  'create index audit_entry_target on audit_entry (target_type, target_id, at, id)',
  'create index audit_entry_event on audit_entry (event, at, id)',
  'create index audit_entry_via on audit_entry (via, at, id)',
  'create index audit_entry_refusal on audit_entry (at, id) where code is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
  const name = sql.raw(`case when ${isRefusal} then ${nameOfRefusal} else action end`);
  const { rows } = await sql<{ name: string }>`select distinct ${name} as name from audit_entry`.execute(db);
  for (const row of rows)
    await sql`update audit_entry set event = ${auditActionOf(row.name)} where ${name} = ${row.name}`.execute(db);
  for (const statement of statements) await sql.raw(statement).execute(db);
}
