import { roleByName, roleLevel } from '@console/contract/access';
import type { ConfirmationMethod } from '@console/contract/generated/schema-types';
import { type Kysely, sql } from 'kysely';
import { type Failure, refusedWithCode } from '../base/failure.ts';
import type { Database } from '../database/schema.ts';

/** How a user can confirm. The provider only if single sign-on is on, and was turned on by the same or a higher role. */
export async function findConfirmationMethods(db: Kysely<Database>, userId: number): Promise<ConfirmationMethod[]> {
  const row = await db
    .selectFrom('ent_usr')
    .leftJoin('role', 'role.id', 'ent_usr.role_id')
    .leftJoin('sso_link', 'sso_link.ent_usr_id', 'ent_usr.id')
    .leftJoin('sso', (join) =>
      join.onRef('sso.ent_org_id', '=', 'sso_link.ent_org_id').onRef('sso.ent_org_id', '=', 'ent_usr.ent_org_id'),
    )
    .select([
      sql<boolean>`ent_usr.password_hash is not null`.as('has_password'),
      sql<boolean>`exists (select from passkey where passkey.ent_usr_id = ent_usr.id)`.as('has_passkey'),
      'role.label',
      'role.id_str',
      'sso.enabled_at',
      'sso.enabled_by_role',
    ])
    .where('ent_usr.id', '=', userId)
    .executeTakeFirst();
  if (!row) return [];
  const role = roleByName(row.id_str, row.label);
  const enabledBy = row.enabled_at && row.enabled_by_role;
  const hasProvider = role !== null && enabledBy !== null && roleLevel(role) >= roleLevel(enabledBy);
  return [
    ...(row.has_password ? (['PASSWORD'] as const) : []),
    ...(row.has_passkey ? (['PASSKEY'] as const) : []),
    ...(hasProvider ? (['SINGLE_SIGN_ON'] as const) : []),
  ];
}

const wayTexts: Readonly<Record<ConfirmationMethod, string>> = {
  PASSWORD: 'Confirm your password first.',
  PASSKEY: 'Confirm with your passkey first.',
  SINGLE_SIGN_ON: 'Confirm with single sign-on first.',
};
const noWayText =
  'You cannot confirm this action: you have no password or passkey, and cannot use single sign-on. Set a password with “Forgot password” on the sign-in page, or ask your Organiser to turn on single sign-on.';

const upgradeText = 'If you are not asked to confirm, the gateway must be upgraded to release 1.1.0.';

/** 422 WRONG_PASSWORD: a session's action was not confirmed. The text names the methods, or what to set up. */
export async function confirmationNeeded(
  db: Kysely<Database>,
  { sessionId }: { sessionId?: number },
  mayNeedUpgrade: boolean,
): Promise<Failure> {
  const session =
    sessionId === undefined
      ? undefined
      : await db.selectFrom('session').select('ent_usr_id').where('id', '=', sessionId).executeTakeFirst();
  const [way] = session ? await findConfirmationMethods(db, session.ent_usr_id) : (['PASSWORD'] as const);
  const text = way ? wayTexts[way] : noWayText;
  return refusedWithCode('WRONG_PASSWORD', mayNeedUpgrade && way ? `${text} ${upgradeText}` : text);
}
