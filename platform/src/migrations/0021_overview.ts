import { type Kysely, sql } from 'kysely';

/** What the overview counts, which would otherwise read all users, invitations, mappings and events. */
const statements = [
  `create index ent_usr_signed_in on ent_usr (ent_org_id, is_disabled, last_sign_in_at)`,
  `create index org_mapping_pending on org_mapping (created_at, vendor_id, customer_id) where activated is null`,
  `create index invitation_open on invitation (expires_at, ent_org_id) where revoked_at is null`,
  `create index audit_entry_sign_in on audit_entry (subject_org_id, at)
    where event = 'session:signIn' and code is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
