import { type KeyScope, nonSensitiveScopes } from '@console/contract/key-scopes';
import { newSecret } from '@console/server-base/secret-file';
import type { Kysely } from 'kysely';
import { hashSecret } from '../core/base/keys.ts';
import type { Database, NewRow } from '../core/database/schema.ts';
import { demoNow } from './demo-now.ts';

/** Inserts users into an organisation with the given fields and returns their ids. */
export async function addUsers(
  db: Kysely<Database>,
  ent_org_id: number | null,
  people: Partial<NewRow<'ent_usr'>>[],
): Promise<number[]> {
  const rows = people.map((person, place) => ({
    ent_org_id,
    email: `added${place}@org${ent_org_id}.example`,
    role_id: 4,
    created_at: demoNow,
    updated_at: demoNow,
    ...person,
  }));
  return (await db.insertInto('ent_usr').values(rows).returning('id').execute()).map(({ id }) => id);
}

/** The time `minutes` before `demoNow`. */
export const minutesAgo = (minutes: number): Date => new Date(demoNow.getTime() - minutes * 60_000);

/** Creates an API key for a user; by default one without limits. */
export async function addIntegrationKey(
  db: Kysely<Database>,
  ent_usr_id: number,
  scopes: readonly KeyScope[] = nonSensitiveScopes,
): Promise<string> {
  const key = newSecret();
  const row = { ent_usr_id, name: 'sync', key_hash: hashSecret(key), scopes: [...scopes], created_at: demoNow };
  await db.insertInto('api_key').values(row).execute();
  return key;
}

/** Creates an API key of an organisation; by default with the role Organiser and every scope but `sensitive:write`. */
export async function addOrganisationKey(
  db: Kysely<Database>,
  owner_org_id: number,
  more: Partial<NewRow<'api_key'>> = {},
): Promise<{ id: number; key: string }> {
  const key = newSecret();
  const row = {
    owner_org_id,
    name: 'nightly sync',
    role: 'ORGANISER' as const,
    key_hash: hashSecret(key),
    scopes: [...nonSensitiveScopes],
    created_at: demoNow,
    ...more,
  };
  const { id } = await db.insertInto('api_key').values(row).returning('id').executeTakeFirstOrThrow();
  return { id, key };
}
