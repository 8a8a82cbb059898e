import { type Kysely, sql } from 'kysely';

const otherOrganisation = (entry: string) => `(select case ${entry}.subject_org_id
    when vendor_id then customer_id when customer_id then vendor_id end
  from org_mapping where org_mapping.id = ${entry}.target_id::integer)`;

/** The event of a mapping says which other organisation it is about. A trigger, so that events of the release before have it too. */
const statements = [
  'alter table audit_entry add column other_org_id integer',
  `create function audit_entry_other_org() returns trigger language plpgsql as $$
    begin
      new.other_org_id := ${otherOrganisation('new')};
      return new;
    end $$`,
  `create trigger audit_entry_other_org before insert on audit_entry for each row
    when (new.target_type = 'org_mapping' and new.code is null) execute function audit_entry_other_org()`,
  `update audit_entry set other_org_id = ${otherOrganisation('audit_entry')}
    where target_type = 'org_mapping' and code is null`,
  `create index audit_entry_other_org on audit_entry (other_org_id, position)
    where event in ('mappings:invite', 'mappings:answer')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
