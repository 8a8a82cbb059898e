import { decideAccess, mayManageRole, roleLevel, scopeOf } from '@console/contract/access';
import type { FilterChoice, lists } from '@console/contract/lists';
import { type RawBuilder, sql } from 'kysely';
import { auditedForbidden } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import {
  hasAnyFactor,
  hasFactorIn,
  roleOf,
  toUserResponse,
  type UserResponse,
  type VisibleUser,
} from '../core/database/user-response.ts';

/** Filter by second factors. The security of users above `level` is hidden, so they are left out. */
export interface FactorFilter {
  factor: FilterChoice<typeof lists.users.filters.secondFactor>;
  level: number;
}

/** Throws an audited 403 for a role that may not see the security of others: the list would reveal it. */
export function parseFactorFilter(
  { role, withheld }: Caller,
  factor: FactorFilter['factor'] | undefined,
): FactorFilter | undefined {
  if (factor === undefined) return undefined;
  if (role === null || scopeOf({ role, withheld }, 'security:view') === null)
    throw auditedForbidden('security:view', 'role', { type: 'call', id: 'factor' });
  return { factor, level: roleLevel(role) };
}

const matches: Record<FactorFilter['factor'], RawBuilder<boolean | null>> = {
  app: hasFactorIn('app_factor'),
  passkey: hasFactorIn('passkey'),
  any: hasAnyFactor,
  none: sql<boolean>`not ${hasAnyFactor}`,
};

export const hasFactor = ({ factor, level }: FactorFilter): RawBuilder<boolean> =>
  sql<boolean>`(role.level is null or role.level >= ${level}) and ${matches[factor]}`;

export const toListedUserResponse =
  (caller: Caller) =>
  (user: VisibleUser): UserResponse => {
    const { has_app, has_passkey, ent_org_id } = user;
    const isShown =
      decideAccess(caller, 'security:view', String(ent_org_id ?? '')) === 'allowed' &&
      mayManageRole(caller.role, roleOf(user));
    if (!isShown || has_app === null || has_passkey === null) return toUserResponse(user);
    const second_factors = [...(has_app ? (['app'] as const) : []), ...(has_passkey ? (['passkey'] as const) : [])];
    return { ...toUserResponse(user), second_factors };
  };
