import type { Kysely, Transaction } from 'kysely';
import { holdUser } from '../core/database/lock-user.ts';
import type { Database } from '../core/database/schema.ts';

/** What signing in needs to know of a person. */
export type SignInUser = NonNullable<Awaited<ReturnType<typeof findByEmail>>>;

/** The person with an email; capitals do not matter. */
export const findByEmail = (db: Kysely<Database>, email: string) =>
  people(db)
    .where((compare) => compare(compare.fn<string>('lower', ['ent_usr.email']), '=', email.toLowerCase()))
    .executeTakeFirst();

/**
 * The same person again, held until the transaction ends: null when password, state or organisation have changed since, so that no session begins with
 * a password that was just replaced.
 */
export async function holdUnchanged(trx: Transaction<Database>, seen: SignInUser): Promise<SignInUser | null> {
  await holdUser(trx, seen.id);
  const now = await people(trx).where('ent_usr.id', '=', seen.id).executeTakeFirst();
  const same = now && now.password_hash === seen.password_hash && refusalOf(now) === refusalOf(seen);
  return same ? now : null;
}

/** Why somebody with the right password is not let in all the same. */
export function refusalOf(user: SignInUser): 'USER_INACTIVE' | 'ORG_INACTIVE' | null {
  if (user.is_disabled) return 'USER_INACTIVE';
  return user.org_is_disabled ? 'ORG_INACTIVE' : null;
}

const people = (db: Kysely<Database>) =>
  db
    .selectFrom('ent_usr')
    .leftJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .select([
      'ent_usr.id',
      'ent_usr.email',
      'ent_usr.firstname',
      'ent_usr.password_hash',
      'ent_usr.is_disabled',
      'ent_usr.ent_org_id',
      'ent_org.is_disabled as org_is_disabled',
      'ent_org.otp_required',
    ]);
