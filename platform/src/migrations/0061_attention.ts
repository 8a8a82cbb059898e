import { type Kysely, sql } from 'kysely';

export const tables = ['api_key', 'user_mapping'];

/** What needs attention, which would otherwise read all external users and API keys. */
const statements = [
  'create index user_mapping_pending on user_mapping (mapped_org_id, created_at) where activated is null',
  'create index api_key_expiring on api_key (expires_at) where revoked_at is null and rotated_at is null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
