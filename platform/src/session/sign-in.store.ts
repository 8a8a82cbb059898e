import type { Kysely, Transaction } from 'kysely';
import { lockUser } from '../core/access/locks.ts';
import { passwordUse } from '../core/access/required-sign-on.ts';
import type { Services } from '../core/access/services.ts';
import { isSignInBlocked } from '../core/access/sign-in-block.ts';
import { emailIs } from '../core/database/email-spelling.ts';
import type { Database } from '../core/database/schema.ts';

export type SignInUser = NonNullable<Awaited<ReturnType<typeof findSignInUser>>>;

export const findSignInUser = (db: Kysely<Database>, email: string) =>
  selectSignInUsers(db).where(emailIs(email)).executeTakeFirst();

export const findSignInUserById = (db: Kysely<Database>, id: number) =>
  selectSignInUsers(db).where('ent_usr.id', '=', id).executeTakeFirst();

/** Locks the user and reads them again; null if password or state changed, so that no session begins with a replaced password. */
export async function lockUnchangedUser(trx: Transaction<Database>, unlocked: SignInUser): Promise<SignInUser | null> {
  await lockUser(trx, unlocked.id);
  const now = await findSignInUserById(trx, unlocked.id);
  const same = now && now.password_hash === unlocked.password_hash && inactiveReason(now) === inactiveReason(unlocked);
  return same ? now : null;
}

/** Why a user with the right password cannot sign in, null if they can. */
export function inactiveReason(user: SignInUser): 'USER_INACTIVE' | 'ORG_INACTIVE' | null {
  if (user.is_disabled || user.is_blocked) return 'USER_INACTIVE';
  return user.org_is_disabled ? 'ORG_INACTIVE' : null;
}

/** Second step after the password. Without extensions clients know no app, so its owner is emailed a passcode. */
export function secondStepOf({ settings }: Pick<Services, 'settings'>, user: SignInUser): 'app' | 'passcode' | null {
  const hasApp = user.app_created_at !== null;
  if (hasApp && settings.extensions) return 'app';
  return hasApp || user.otp_required ? 'passcode' : null;
}

const selectSignInUsers = (db: Kysely<Database>) =>
  db
    .selectFrom('ent_usr')
    .leftJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .leftJoin('app_factor', 'app_factor.ent_usr_id', 'ent_usr.id')
    .select([
      'ent_usr.id',
      'ent_usr.email',
      'ent_usr.firstname',
      'ent_usr.password_hash',
      'ent_usr.is_disabled',
      'ent_usr.ent_org_id',
      'ent_org.is_disabled as org_is_disabled',
      'ent_org.otp_required',
      'app_factor.created_at as app_created_at',
    ])
    .select(passwordUse('ent_usr.id').as('password_use'))
    .select(isSignInBlocked.as('is_blocked'));
