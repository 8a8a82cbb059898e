import type { Caller } from '../core/access/caller.ts';
import { lockManagedUser } from '../core/access/locks.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import { unblockSignIn } from '../core/access/sign-in-block.ts';
import { runCommand } from '../core/database/transaction.ts';
import { selectUsers, type UserRow } from '../core/database/user-answer.ts';

const action = 'users:unblock';

/** Ends the block that the identity provider has set on the sign-in of a user. It may set it again. Throws 403, 404, 422 WRONG_PASSWORD without reauthentication. */
export const unblockUser = (services: Services, caller: Caller, userId: number): Promise<UserRow> =>
  runCommand(services, caller, async (trx) => {
    const { clock } = services;
    const { user } = await lockManagedUser(trx, caller, action, userId, { withOrganisation: false });
    const isBlocked = user.sign_in_blocked_at !== null;
    await consumeReauthentication(trx, clock, caller, { isNeeded: isBlocked });
    if (!isBlocked) return { answer: user, audit: null };
    await unblockSignIn(trx, clock, userId);
    const answer = await selectUsers(trx).where('ent_usr.id', '=', userId).executeTakeFirstOrThrow();
    const change = { before: { sign_in_blocked: true }, after: { sign_in_blocked: false } };
    return { answer, audit: { action, target: { type: 'ent_usr', id: userId }, ...change } };
  });
