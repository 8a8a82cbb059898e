import type { Action } from '@console/contract/access';
import { storedEmail } from '@console/contract/fields/domain-rules';
import { validateUser } from '@console/contract/fields/user-rules';
import { suiteModules } from '@console/contract/modules';
import { refusalTexts } from '@console/contract/rules';
import type { Kysely, Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation, lockUser } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { invalidFields, refused } from '../core/base/failure.ts';
import { requireUnchangedCaller } from '../core/database/current-caller.ts';
import { emailIs } from '../core/database/email-spelling.ts';
import type { Database } from '../core/database/schema.ts';
import { selectUsers, type UserRow } from '../core/database/user-response.ts';

export interface InvitationByEmail {
  invitingOrganisationId: number;
  email: string;
  modules: string[];
}

/** Normalises an email. Throws 422 if it is invalid. */
export function parseEmail(entered: string): string {
  const problem = validateUser({ email: entered }, { fields: ['email'] }).email;
  if (problem) throw invalidFields({ email: [problem] });
  return storedEmail(entered);
}

export const findUserByEmail = (db: Kysely<Database>, email: string): Promise<UserRow | undefined> =>
  selectUsers(db).where(emailIs(email)).executeTakeFirst();

/** Locks organisation and user, adding an unknown email. Throws 403, 404, 422 for a disabled organisation, unknown modules or an own user. */
export async function lockOrAddInvitationParties(
  { clock }: Pick<Services, 'clock'>,
  trx: Transaction<Database>,
  caller: Caller,
  { action, ...invitation }: InvitationByEmail & { action: Action },
) {
  const inviting = await lockAllowedOrganisation(trx, caller, action, invitation.invitingOrganisationId);
  if (inviting.is_disabled) throw refused(refusalTexts.organisationDisabled);
  await refuseUnknownModules(trx, caller, invitation);
  const user = await lockInvitedUser(trx, clock(), invitation);
  await requireUnchangedCaller(trx, caller);
  return { inviting, user };
}

/** Locks or inserts the user of an email. Throws 422 for a user of the inviting organisation. */
async function lockInvitedUser(
  trx: Transaction<Database>,
  now: Date,
  { email, invitingOrganisationId }: InvitationByEmail,
): Promise<UserRow> {
  const row = { email, created_at: now, updated_at: now };
  const addUnknownUser = async () => {
    const added = trx
      .insertInto('ent_usr')
      .values(row)
      .onConflict((conflict) => conflict.doNothing());
    return (await added.returning('id').executeTakeFirst())?.id;
  };
  const addOrLock = async (): Promise<number> => {
    const known = await findUserByEmail(trx, email);
    const id = known?.id ?? (await addUnknownUser());
    // The job that deletes unused rows, or another invitation, may have been faster.
    return id && (await lockUser(trx, id)) ? id : addOrLock();
  };
  const id = await addOrLock();
  const user = await selectUsers(trx).where('ent_usr.id', '=', id).executeTakeFirstOrThrow();
  if (user.ent_org_id === invitingOrganisationId)
    throw invalidFields({ email: [{ code: 'NOT_ALLOWED', message: 'belongs to the inviting organisation' }] });
  return user;
}

/** Throws 422 for a module that neither organisation has subscribed to. */
async function refuseUnknownModules(
  trx: Transaction<Database>,
  caller: Caller,
  { invitingOrganisationId, modules }: InvitationByEmail,
): Promise<void> {
  if (modules.length === 0) return;
  const rows = await trx
    .selectFrom('subscribed_module')
    .select('module_id')
    .where('ent_org_id', 'in', [invitingOrganisationId, Number(caller.organisationId ?? 0)])
    .execute();
  const subscribed = new Set(rows.map(({ module_id }) => module_id));
  const known = suiteModules.map(({ moduleId }): string => moduleId).filter((id) => subscribed.has(id));
  if (modules.some((module) => !known.includes(module)))
    throw invalidFields({ modules: [{ code: 'UNKNOWN', message: 'must be modules of the organisation' }] });
}
