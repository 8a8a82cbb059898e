import { decideAccess } from '@console/contract/access';
import type { CallResponse } from '@console/contract/call';
import type { signInRulesCalls } from '@console/contract/calls/sign-in-rules';
import { type Kysely, sql } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { lockUsersOfOrganisation } from '../core/access/locks.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import type { Database } from '../core/database/schema.ts';
import { hasAnyFactor } from '../core/database/user-response.ts';
import { maxSessionMinutes, type SettingChange } from '../core/http/setting-route.ts';

type SignInRules = CallResponse<typeof signInRulesCalls.updateSignInRules>['signInRules'];

/** Rules of an existing organisation, without an access check. The operator's session limit wins over a longer one. */
export async function readSignInRules(
  settings: PlatformSettings,
  db: Kysely<Database>,
  caller: Caller,
  id: number,
): Promise<SignInRules> {
  const { session_minutes, factor_required_at } = await db
    .selectFrom('ent_org')
    .select(['session_minutes', 'factor_required_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const max = maxSessionMinutes(settings);
  return {
    id: String(id),
    sessionMinutes: session_minutes !== null && session_minutes < max ? session_minutes : null,
    maxSessionMinutes: max,
    factorRequired: factor_required_at !== null,
    usersWithoutFactor: await countWithoutFactor(db, caller, id),
  };
}

async function countWithoutFactor(db: Kysely<Database>, caller: Caller, id: number): Promise<number | null> {
  if (decideAccess(caller, 'security:view', String(id)) !== 'allowed') return null;
  const { users } = await db
    .selectFrom('ent_usr')
    .select(({ fn }) => fn.countAll<string>().as('users'))
    .where('ent_org_id', '=', id)
    .where('is_disabled', '=', false)
    .where(sql<boolean>`not ${hasAnyFactor}`)
    .executeTakeFirstOrThrow();
  return Number(users);
}

/** Shortens sessions of an organisation's users to the new length; never lengthens one. */
export async function shortenSessions({ trx, organisation, values }: SettingChange): Promise<void> {
  const { session_minutes: minutes } = values;
  if (minutes == null) return;
  // A sign-in that read the old length has locked its user, so its session is included.
  const userIds = await lockUsersOfOrganisation(trx, organisation.id);
  const newEnd = sql<Date>`coalesce(began_at, created_at) + ${minutes}::int * interval '1 minute'`;
  await trx
    .updateTable('session')
    .set({ expires_at: newEnd })
    .where(sql<boolean>`ent_usr_id = any(${userIds}::int[])`)
    .where('expires_at', '>', newEnd)
    .execute();
}
