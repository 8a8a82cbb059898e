import type { CallAnswer } from '@console/contract/call';
import type { organisationKeysCalls } from '@console/contract/calls/organisation-keys';
import type { OrganisationApiKey } from '@console/contract/generated/schema-types';
import { schemaScopeName } from '@console/contract/key-scopes';
import { type Kysely, sql } from 'kysely';
import { type AllowedOrganisations, isAllowedOrganisation } from '../core/access/allowed-organisations.ts';
import { usableKeyCondition } from '../core/access/usable-keys.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { findUsersById, toUserAnswer } from '../core/database/user-answer.ts';
import { isKeyRowEnded, listedKeys, mostListed } from './keys.store.ts';

/** A key of an organisation as the schema has it; its creator in the REST shape. */
export type OrganisationKeyAnswer = CallAnswer<typeof organisationKeysCalls.revokeOrganisationApiKey>['apiKey'];

/** Whether the user who has seen the secret of a key can no longer manage the keys of its organisation. */
export const authorHasLeft = sql<boolean>`not exists (
  select from ent_usr author join role on role.id = author.role_id
  where author.id = api_key.created_by and not author.is_disabled and author.sign_in_blocked_at is null
    and (role.id_str = 'ADMINISTRATOR' or (role.id_str = 'ORGANISER' and author.ent_org_id = api_key.owner_org_id)))`;

/** The keys of an organisation itself, usable ones first, then the newest. */
export const findKeysOfOrganisation = (db: Kysely<Database>, now: Date, organisationId: number) =>
  listedKeys(db, now).where('api_key.owner_org_id', '=', organisationId).limit(mostListed.organisation).execute();

/** The number of an organisation's usable keys for a purpose. */
export async function countOrganisationKeys(
  db: Kysely<Database>,
  now: Date,
  { owner_org_id, purpose }: Pick<Row<'api_key'>, 'owner_org_id' | 'purpose'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('api_key')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('owner_org_id', '=', owner_org_id)
    .where('purpose', '=', purpose)
    .where(usableKeyCondition(now))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Keys of organisations as the schema has them, for a caller who may manage them. */
export async function toOrganisationKeyAnswers(
  db: Kysely<Database>,
  now: Date,
  allowed: AllowedOrganisations,
  keys: readonly Row<'api_key'>[],
): Promise<OrganisationKeyAnswer[]> {
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
      createdBy: isVisible ? toUserAnswer(author) : null,
      allowedAddresses: key.allowed_addresses ?? [],
      hasAuthorLeft: status === 'ACTIVE' && leftIds.has(key.id),
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
