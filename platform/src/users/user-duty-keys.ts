import { effectiveRole, replacementKeyRole } from '@console/contract/access';
import type { UserDutyApiKey } from '@console/contract/generated/schema-types';
import { grantableScopes } from '@console/contract/grantable-scopes';
import { schemaScopeName } from '@console/contract/key-scopes';
import { keyLifetimeDays } from '@console/contract/rules';
import { sql } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { usableKeyCondition } from '../core/access/usable-keys.ts';
import { roleOf, type UserRow } from '../core/database/user-response.ts';

/** Usable keys of a user, newest first, each with the role and scopes that an organisation key can have in its place. */
export async function findDutyKeys(
  { db, clock, settings }: Services,
  caller: Caller,
  user: UserRow,
): Promise<UserDutyApiKey[]> {
  const now = clock();
  const keys = await db
    .selectFrom('api_key')
    .select(['id', 'name', 'scopes', 'lifetime_days'])
    .select(
      sql<boolean>`exists (select from api_key next where next.replaces_id = api_key.id and next.revoked_at is null
        and (next.expires_at is null or next.expires_at > ${now}::timestamptz))`.as('is_replaced'),
    )
    .where('ent_usr_id', '=', user.id)
    .where(usableKeyCondition(now))
    .orderBy('id', 'desc')
    .execute();
  const role = replacementKeyRole(caller, roleOf(user));
  const allowed = role === null ? null : grantableScopes(effectiveRole(role, settings));
  return keys.map(({ id, name, scopes, lifetime_days, is_replaced }) => ({
    id: String(id),
    name,
    isReplaced: is_replaced,
    replacementRole: role,
    scopes: scopes.map(schemaScopeName),
    lifetime: lifetimeOf(lifetime_days),
    unavailableScopes: scopes.filter((scope) => allowed?.includes(scope) === false).map(schemaScopeName),
  }));
}

/** A key of an earlier release has no lifetime. */
const lifetimeOf = (days: number | null): UserDutyApiKey['lifetime'] =>
  `DAYS_${keyLifetimeDays.find((one) => one === days) ?? 90}`;
