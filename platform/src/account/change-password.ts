import type { CallBody } from '@console/contract/call';
import type { accountCalls } from '@console/contract/calls/account';
import { samePassword, texts } from '@console/contract/rules';
import { toId } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { forbidden, notFound } from '../core/base/failure.ts';
import { holdUser } from '../core/database/lock-user.ts';
import { act } from '../core/database/transaction.ts';
import { checkOwnPassword, wrongPassword } from './account.limits.ts';
import { refuseBadPassword, setPassword } from './new-password.ts';

/**
 * Changes the caller's own password. Throws 403 with an integration key, 404 for another user's id, 422 with texts by field for the new password, then
 * 422 WRONG_PASSWORD or 429 for the current one.
 */
export async function changePassword(
  services: Services,
  caller: Caller,
  requestId: string,
  given: CallBody<typeof accountCalls.changePwd>['ent_usrs'],
): Promise<void> {
  if (caller.sessionId === undefined) throw forbidden();
  if (toId(given.ent_usr_id) !== caller.userId) throw notFound();
  const unchanged = samePassword(given.password, given.current_password) && 'must differ from the current password';
  refuseBadPassword(given, texts.password.changeMismatch, unchanged);
  const { passwordHash: seenHash } = await checkOwnPassword(services, caller, given.current_password);
  const passwordHash = await services.passwords.hash(`user:${caller.userId}`, given.password);
  await act(services, { ...caller, requestId }, async (trx) => {
    await holdUser(trx, caller.userId);
    const now = await trx
      .selectFrom('ent_usr')
      .select('password_hash')
      .where('id', '=', caller.userId)
      .executeTakeFirst();
    // Another change, or a reset, was first: what was proven is not the current password any more.
    if (now?.password_hash !== seenHash) throw wrongPassword();
    await setPassword(services, trx, caller.userId, passwordHash);
    return {
      answer: undefined,
      audit: { action: 'account:changePassword', target: { type: 'ent_usr', id: caller.userId } },
    };
  });
}
