import { effectiveRole, type RoleInOrganisation, roleByName } from '@console/contract/access';
import type { KeyScope } from '@console/contract/key-scopes';
import { type Kysely, sql } from 'kysely';
import type { BulkRow } from '../base/audit-entry.ts';
import { addMs, latestStored, minuteMs } from '../base/clock.ts';
import { forbidden } from '../base/failure.ts';
import type { CallerOwner, IdempotentRequest } from '../base/idempotent-request.ts';
import { hashSecret } from '../base/keys.ts';
import { writeIfPossible } from '../database/database.ts';
import type { Database } from '../database/schema.ts';
import { addressRefused, closedOrganisations, isAddressAllowed, isInAllowedList } from './allowed-address.ts';
import { type RequiredFactor, requiredFactorColumns, requiredFactorOf } from './required-factor.ts';
import { isEndedByRequirement } from './required-sign-on.ts';
import type { Services } from './services.ts';
import type { SessionTokenRow } from './sessions.ts';
import { isSignInBlocked } from './sign-in-block.ts';
import { usableKeyCondition } from './usable-keys.ts';

/** The authenticated user of a request, read from the database for each request. */
export interface Caller extends RoleInOrganisation {
  /** Null for an organisation key; `personOf` requires one. */
  userId: number | null;
  /** The gateway sets `session` or `bearer`; `rest` is a direct call with either key. */
  via: 'session' | 'bearer' | 'rest';
  /** Set for a session key. */
  sessionId?: number;
  /** The session token of the request if it belongs to this session. */
  token?: SessionTokenRow | undefined;
  /** Second factor that a session lacks. API keys have limits of their own. */
  requiredFactor?: RequiredFactor | undefined;
  /** Whether the session began at a provider with single logout. */
  hasProviderSignOut?: boolean;
  apiKeyId?: number;
  keyScopes?: readonly KeyScope[];
  /** Time when an API key's budget is full, null before its first report. */
  budgetFullAt?: Date | null;
  requestId: string;
  clientAddress: string;
  /** Set for a write with an idempotency key. */
  idempotency?: IdempotentRequest;
  /** Set for a row of a bulk action. */
  bulkRow?: BulkRow;
  /** Set for a decision of an access review. */
  reviewItemId?: number;
}

/** Owner of idempotency keys: the person or the organisation key. */
export function ownerOf({ userId, apiKeyId }: Pick<Caller, 'userId' | 'apiKeyId'>): CallerOwner {
  if (userId !== null) return { column: 'ent_usr_id', id: userId };
  if (apiKeyId === undefined) throw forbidden();
  return { column: 'api_key_id', id: apiKeyId };
}

/** Name of the caller in counters. */
export const callerCounterKey = ({ userId, apiKeyId }: Pick<Caller, 'userId' | 'apiKeyId'>): string =>
  userId === null ? `key:${apiKeyId}` : `user:${userId}`;

export type KeyKind = 'session' | 'bearer';

interface Origin {
  address: string | null;
  via: Caller['via'];
}

/** Finds a usable key's caller and session token, and extends idle time. Null if unusable; 401 for a denied address (null skips this). */
export async function findCallerAndMarkKeyUsed(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  key: string,
  requiredKind: KeyKind | null,
  sessionToken: string | null,
  address: string | null,
): Promise<Omit<Caller, 'requestId' | 'clientAddress'> | null> {
  const { settings } = services;
  const keyHash = hashSecret(key);
  const via = requiredKind ?? 'rest';
  if (requiredKind !== 'bearer') {
    const row = await findBySessionKey(services, { keyHash, token: sessionToken }, { address, via });
    if (row) {
      const requiredFactor = requiredFactorOf(services, row);
      const { sessionId, hasProviderSignOut } = row;
      return {
        ...callerOf(row, settings),
        sessionId,
        hasProviderSignOut,
        token: tokenOf(row),
        requiredFactor,
        via,
      };
    }
  }
  if (requiredKind === 'session') return null;
  const row = await findByApiKey(services, keyHash, { address, via });
  if (!row) return null;
  const { keyId: apiKeyId, scopes: keyScopes, budgetFullAt } = row;
  return { ...callerOf(row, settings), apiKeyId, keyScopes, budgetFullAt, via };
}

async function findBySessionKey(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  { keyHash, token }: { keyHash: string; token: string | null },
  from: Origin,
) {
  const now = clock();
  const idleMs = settings.sessionIdleMinutes * minuteMs;
  const row = await usableSessions(db, now, idleMs)
    .leftJoin('session_token', (join) =>
      join.onRef('session_token.session_id', '=', 'session.id').on('token_hash', '=', token && hashSecret(token)),
    )
    .select([
      'session.id as sessionId',
      'session.last_used_at as lastUsedAt',
      'session_token.id as tokenId',
      'session_token.created_at as createdAt',
      'session_token.first_used_at as firstUsedAt',
      'session_token.dies_at as expiresAt',
      sql<boolean>`session.provider_sign_out_sealed is not null`.as('hasProviderSignOut'),
    ])
    .select(isAddressAllowed('session.ent_usr_id', from.address).as('isAllowed'))
    .select(closedOrganisations(from.address).as('closedOrganisations'))
    .where('session.key_hash', '=', keyHash)
    .executeTakeFirst();
  if (!row) return null;
  if (!row.isAllowed) throw refusedAt(from, row);
  // A precision of one minute, or of half the idle time, suffices and saves a write for each call.
  if (row.lastUsedAt <= addMs(now, -Math.min(minuteMs, idleMs / 2)))
    await writeIfPossible(
      db
        .updateTable('session')
        .set({ last_used_at: now })
        .where('id', '=', row.sessionId)
        .where('last_used_at', '<', now)
        .execute(),
    );
  return row;
}

const refusedAt = (
  { address, via }: Origin,
  { userId, organisationId }: { userId: number | null; organisationId: number | null },
  apiKeyId?: number,
) =>
  addressRefused({
    userId,
    organisationId: organisationId === null ? null : String(organisationId),
    via,
    ...(apiKeyId !== undefined && { apiKeyId }),
    clientAddress: address,
  });

type SessionRow = NonNullable<Awaited<ReturnType<typeof findBySessionKey>>>;

const tokenOf = ({ tokenId: id, createdAt, firstUsedAt, expiresAt }: SessionRow): SessionTokenRow | undefined =>
  id === null || createdAt === null ? undefined : { id, createdAt, firstUsedAt, expiresAt };

async function findByApiKey({ db, clock }: Pick<Services, 'db' | 'clock'>, keyHash: string, from: Origin) {
  const now = clock();
  const isAllowed = isInAllowedList('api_key.allowed_addresses', from.address ?? '').as('isAllowed');
  const row =
    (await usableKeys(db, now).select(isAllowed).where('api_key.key_hash', '=', keyHash).executeTakeFirst()) ??
    (await usableOrganisationKeys(db, now)
      .select(isAllowed)
      .where('api_key.key_hash', '=', keyHash)
      .executeTakeFirst());
  if (!row) return null;
  if (!row.isAllowed) throw refusedAt(from, row, row.keyId);
  const isSetBack = row.lastUsedAt !== null && row.lastUsedAt > latestStored(now);
  const used = { last_used_at: now, ...(isSetBack && { budget_full_at: null }) };
  if (isSetBack || !row.lastUsedAt || row.lastUsedAt <= addMs(now, -minuteMs))
    await writeIfPossible(db.updateTable('api_key').set(used).where('id', '=', row.keyId).execute());
  return isSetBack ? { ...row, budgetFullAt: null } : row;
}

/** The caller of a session or API key for later work that started at an address, with current permissions. Null once it has ended or lacks a second factor. */
export async function findCallerOfCredential(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  { sessionId, apiKeyId, address }: { sessionId: number | null; apiKeyId: number | null; address: string | null },
): Promise<(RoleInOrganisation & Pick<Caller, 'userId' | 'keyScopes'>) | null> {
  const { db, clock, settings } = services;
  const now = clock();
  if (sessionId !== null) {
    const idleMs = settings.sessionIdleMinutes * minuteMs;
    const row = await usableSessions(db, now, idleMs)
      .select(closedOrganisations(address).as('closedOrganisations'))
      .where('session.id', '=', sessionId)
      .executeTakeFirst();
    return row && !requiredFactorOf(services, row)?.isDue ? callerOf(row, settings) : null;
  }
  if (apiKeyId === null) return null;
  const row =
    (await usableKeys(db, now).where('api_key.id', '=', apiKeyId).executeTakeFirst()) ??
    (await usableOrganisationKeys(db, now).where('api_key.id', '=', apiKeyId).executeTakeFirst());
  return row ? { ...callerOf(row, settings), keyScopes: row.scopes } : null;
}

/** A user as the caller of later work, with current permissions; null without access. */
export async function findCallerOfUser(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  userId: number,
): Promise<Pick<Caller, 'userId' | 'role' | 'withheld' | 'organisationId'> | null> {
  const row = await activeUsers(db).where('ent_usr.id', '=', userId).executeTakeFirst();
  return row ? callerOf(row, settings) : null;
}

const usableSessions = (db: Kysely<Database>, now: Date, idleMs: number) =>
  activeUsers(db)
    .innerJoin('session', 'session.ent_usr_id', 'ent_usr.id')
    .select(requiredFactorColumns)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where('session.last_used_at', '>', addMs(now, -idleMs))
    .where(({ not }) => not(isEndedByRequirement(now)));

const usableKeys = (db: Kysely<Database>, now: Date) =>
  activeUsers(db)
    .innerJoin('api_key', 'api_key.ent_usr_id', 'ent_usr.id')
    .select(['api_key.id as keyId', 'api_key.last_used_at as lastUsedAt', 'api_key.scopes'])
    .select('api_key.budget_full_at as budgetFullAt')
    .where(usableKeyCondition(now));

/** Usable organisation keys, without those for SCIM. */
const usableOrganisationKeys = (db: Kysely<Database>, now: Date) =>
  db
    .selectFrom('api_key')
    .innerJoin('ent_org', 'ent_org.id', 'api_key.owner_org_id')
    .select(['api_key.id as keyId', 'api_key.last_used_at as lastUsedAt', 'api_key.scopes'])
    .select(['api_key.budget_full_at as budgetFullAt', 'api_key.owner_org_id as organisationId'])
    .select([sql<null>`null`.as('userId'), 'api_key.role as roleId', sql<null>`null`.as('label')])
    .where('ent_org.is_disabled', '=', false)
    .where('api_key.purpose', '=', 'integration')
    .where(usableKeyCondition(now));

const activeUsers = (db: Kysely<Database>) =>
  db
    .selectFrom('ent_usr')
    .leftJoin('role', 'role.id', 'ent_usr.role_id')
    .leftJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .select(['ent_usr.id as userId', 'ent_usr.ent_org_id as organisationId', 'role.id_str as roleId', 'role.label'])
    .where('ent_usr.is_disabled', '=', false)
    .where(({ not }) => not(isSignInBlocked))
    .where((or) => or.or([or('ent_org.id', 'is', null), or('ent_org.is_disabled', '=', false)]));

const callerOf = (
  row: {
    userId: number | null;
    organisationId: number | null;
    roleId: string | null;
    label: string | null;
    closedOrganisations?: number[] | null;
  },
  settings: Services['settings'],
) => ({
  userId: row.userId,
  ...effectiveRole(roleByName(row.roleId, row.label), settings),
  organisationId: row.organisationId === null ? null : String(row.organisationId),
  ...(row.closedOrganisations && { closedOrganisations: row.closedOrganisations }),
});
