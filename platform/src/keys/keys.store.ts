import type { CallResponse } from '@console/contract/call';
import type { apiKey } from '@console/contract/calls/keys';
import type { organisationKeysCalls } from '@console/contract/calls/organisation-keys';
import type { OrganisationApiKey } from '@console/contract/generated/schema-types';
import { schemaScopeName } from '@console/contract/key-scopes';
import { endedKeyListedDays } from '@console/contract/rules';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { type AllowedOrganisations, isAllowedOrganisation } from '../core/access/allowed-organisations.ts';
import { usableKeyCondition } from '../core/access/usable-keys.ts';
import { toVisibleUserResponse } from '../core/access/visible-user.ts';
import { addMs, dayMs } from '../core/base/clock.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { findUsersById, toUserResponse } from '../core/database/user-response.ts';

export type ApiKeyResponse = z.input<typeof apiKey>;

type KeyRow = Row<'api_key'>;

const mostListed = { user: 100, organisation: 1_000 };

export const isKeyRowEnded = ({ revoked_at, expires_at }: KeyRow, now: Date): boolean =>
  revoked_at !== null || (expires_at !== null && expires_at <= now);

/** Listed keys, usable ones first, then the newest. */
const listedKeys = (db: Kysely<Database>, now: Date) => {
  const longAgo = addMs(now, -endedKeyListedDays * dayMs);
  const ended = sql`least(api_key.revoked_at, api_key.expires_at)`;
  return db
    .selectFrom('api_key')
    .selectAll('api_key')
    .where(sql<boolean>`coalesce(${ended} > ${longAgo}::timestamptz, true)`)
    .orderBy(usableKeyCondition(now), 'desc')
    .orderBy('api_key.id', 'desc');
};

export const findUserKeys = (db: Kysely<Database>, now: Date, userId: number): Promise<KeyRow[]> =>
  listedKeys(db, now).where('api_key.ent_usr_id', '=', userId).limit(mostListed.user).execute();

export const findKeysOfUsers = (db: Kysely<Database>, now: Date, organisationId: number): Promise<KeyRow[]> =>
  listedKeys(db, now)
    .innerJoin('ent_usr', 'ent_usr.id', 'api_key.ent_usr_id')
    .where('ent_usr.ent_org_id', '=', organisationId)
    .limit(mostListed.organisation)
    .execute();

/** REST shape of keys with their owners, as the caller may see them. */
export async function toApiKeyResponses(
  db: Kysely<Database>,
  allowed: AllowedOrganisations,
  keys: readonly KeyRow[],
): Promise<ApiKeyResponse[]> {
  const owners = await findUsersById(db, [...new Set(keys.map(({ ent_usr_id }) => ent_usr_id))]);
  return keys.flatMap((key) => {
    const ent_usr = toVisibleUserResponse(allowed, owners.get(key.ent_usr_id));
    return ent_usr ? [{ ...toKey(key), ent_usr }] : [];
  });
}

const toKey = ({ id, name, prefix, scopes, allowed_addresses, ...moments }: KeyRow) => ({
  allowed_addresses: allowed_addresses ?? [],
  id,
  name,
  prefix,
  scopes,
  created_at: moments.created_at.toISOString(),
  expires_at: moments.expires_at?.toISOString() ?? null,
  last_used_at: moments.last_used_at?.toISOString() ?? null,
  rotated_at: moments.rotated_at?.toISOString() ?? null,
  revoked_at: moments.revoked_at?.toISOString() ?? null,
  suspended_at: moments.suspended_at?.toISOString() ?? null,
});

export const recordedOwner = ({ ent_usr_id, owner_org_id }: Pick<KeyRow, 'ent_usr_id' | 'owner_org_id'>) =>
  ent_usr_id === null ? { ent_org_id: owner_org_id } : { ent_usr_id };

export type OrganisationKeyResponse = CallResponse<typeof organisationKeysCalls.revokeOrganisationApiKey>['apiKey'];

/** Whether the user who saw the key's secret can no longer manage the organisation's keys. */
export const authorHasLeft = sql<boolean>`not exists (
  select from ent_usr author join role on role.id = author.role_id
  where author.id = api_key.created_by and not author.is_disabled and author.sign_in_blocked_at is null
    and (role.id_str = 'ADMINISTRATOR' or (role.id_str = 'ORGANISER' and author.ent_org_id = api_key.owner_org_id)))`;

export const findKeysOfOrganisation = (db: Kysely<Database>, now: Date, organisationId: number) =>
  listedKeys(db, now).where('api_key.owner_org_id', '=', organisationId).limit(mostListed.organisation).execute();

export async function toOrganisationKeyResponses(
  db: Kysely<Database>,
  now: Date,
  allowed: AllowedOrganisations,
  keys: readonly Row<'api_key'>[],
): Promise<OrganisationKeyResponse[]> {
  const authors = await findUsersById(db, [...new Set(keys.map(({ created_by }) => created_by))]);
  const left = await db
    .selectFrom('api_key')
    .select('id')
    .where(sql<boolean>`id = any(${keys.map(({ id }) => id)}::int[])`)
    .where(authorHasLeft)
    .execute();
  const leftIds = new Set(left.map(({ id }) => id));
  return keys.map((key) => {
    const author = authors.get(key.created_by);
    const isVisible = author && isAllowedOrganisation(allowed, author.ent_org_id);
    const status = statusOf(key, now);
    return {
      id: String(key.id),
      name: key.name,
      prefix: key.prefix,
      status,
      role: key.role,
      purpose: key.purpose === 'scim' ? 'SCIM' : 'INTEGRATION',
      scopes: key.scopes.map(schemaScopeName),
      createdAt: key.created_at.toISOString(),
      expiresAt: key.expires_at?.toISOString() ?? null,
      lastUsedAt: key.last_used_at?.toISOString() ?? null,
      createdBy: isVisible ? toUserResponse(author) : null,
      allowedAddresses: key.allowed_addresses ?? [],
      hasCreatorLeft: status === 'ACTIVE' && leftIds.has(key.id),
      viewerCanRotate: status === 'ACTIVE',
      viewerCanRevoke: status === 'ACTIVE' || status === 'ROTATED',
      viewerCanEditAllowedAddresses: status === 'ACTIVE' || status === 'ROTATED',
    };
  });
}

function statusOf(key: Row<'api_key'>, now: Date): OrganisationApiKey['status'] {
  if (key.revoked_at) return 'REVOKED';
  if (isKeyRowEnded(key, now)) return 'EXPIRED';
  return key.rotated_at ? 'ROTATED' : 'ACTIVE';
}
