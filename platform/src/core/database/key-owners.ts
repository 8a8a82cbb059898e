import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** The owners of keys by key hash, of expired keys too; a key of an organisation has no user. */
export async function findKeyOwners(
  db: Kysely<Database>,
  hashes: readonly string[],
): Promise<Map<string, { userId: number | null; organisationId: string | null }>> {
  if (hashes.length === 0) return new Map();
  const owned = (table: 'session' | 'api_key') =>
    db
      .selectFrom(table)
      .innerJoin('ent_usr', 'ent_usr.id', `${table}.ent_usr_id`)
      .select([`${table}.key_hash as hash`, 'ent_usr.id as userId', 'ent_usr.ent_org_id as organisationId'])
      .where(`${table}.key_hash`, 'in', hashes);
  const ofOrganisations = db
    .selectFrom('api_key')
    .select(['key_hash as hash', 'ent_usr_id as userId', 'owner_org_id as organisationId'])
    .where('owner_org_id', 'is not', null)
    .where('key_hash', 'in', hashes);
  const rows = [...(await owned('session').unionAll(owned('api_key')).execute()), ...(await ofOrganisations.execute())];
  return new Map(
    rows.map(({ hash, userId, organisationId }) => [
      hash,
      { userId, organisationId: organisationId === null ? null : String(organisationId) },
    ]),
  );
}
