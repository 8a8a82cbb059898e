import { noProfileTexts } from '@console/contract/fields/user-rules';
import type { Kysely } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { unauthenticated } from '../core/base/failure.ts';
import type { Database } from '../core/database/schema.ts';
import type { UserResponse } from '../core/database/user-response.ts';

/** An organisation key as a user: only its name, role and organisation. */
export async function keyAsUser(db: Kysely<Database>, { apiKeyId }: Caller): Promise<UserResponse> {
  const key = await db
    .selectFrom('api_key')
    .innerJoin('role', 'role.id_str', 'api_key.role')
    .select([
      'api_key.name',
      'api_key.owner_org_id as ent_org_id',
      'api_key.created_at',
      'role.id',
      'role.id_str',
      'role.label',
    ])
    .where('api_key.id', '=', apiKeyId ?? 0)
    .executeTakeFirst();
  // Deleted after authentication.
  if (!key) throw unauthenticated();
  const at = key.created_at.toISOString();
  return {
    ...noProfileTexts,
    id: 0,
    firstname: key.name,
    email: '',
    dept_lead: false,
    is_disabled: false,
    logo_url: null,
    ent_org: null,
    role_id: key.id,
    role: { id: key.id, name: key.label, idStr: key.id_str },
    ent_org_id: key.ent_org_id,
    created_at: at,
    updated_at: at,
  };
}
