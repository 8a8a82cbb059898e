import { type RoleKey, roleByName } from '@console/contract/access';
import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** The user of a key, or the key itself if it belongs to an organisation. */
interface KeyOwner {
  userId: number | null;
  organisationId: string | null;
  /** Set for an organisation key. */
  apiKeyId?: number;
  role?: RoleKey | null;
}

export async function findKeyOwners(db: Kysely<Database>, hashes: readonly string[]): Promise<Map<string, KeyOwner>> {
  if (hashes.length === 0) return new Map();
  const owned = (table: 'session' | 'api_key') =>
    db
      .selectFrom(table)
      .innerJoin('ent_usr', 'ent_usr.id', `${table}.ent_usr_id`)
      .select([`${table}.key_hash as hash`, 'ent_usr.id as userId', 'ent_usr.ent_org_id as organisationId'])
      .where(`${table}.key_hash`, 'in', hashes);
  const ofUsers = await owned('session').unionAll(owned('api_key')).execute();
  const ofOrganisations = await db
    .selectFrom('api_key')
    .select(['key_hash as hash', 'id as apiKeyId', 'role', 'owner_org_id as organisationId'])
    .where('key_hash', 'in', hashes)
    .where('owner_org_id', 'is not', null)
    .execute();
  return new Map(
    [...ofUsers, ...ofOrganisations.map(({ role, ...key }) => ({ ...key, userId: null, role: roleByName(role) }))].map(
      ({ hash, organisationId, ...owner }) => [
        hash,
        { ...owner, organisationId: organisationId === null ? null : String(organisationId) },
      ],
    ),
  );
}
