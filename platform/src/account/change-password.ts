import type { CallBody } from '@console/contract/call';
import type { accountCalls } from '@console/contract/calls/account';
import type { FieldProblem } from '@console/contract/errors';
import { passwordsEqual } from '@console/contract/password-rules';
import { texts } from '@console/contract/rules';
import type { Caller } from '../core/access/caller.ts';
import { lockUser } from '../core/access/locks.ts';
import { personOf } from '../core/access/person.ts';
import { requireSession } from '../core/access/require-session.ts';
import type { Services } from '../core/access/services.ts';
import { notFound } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { requireUnchangedCaller } from '../core/database/current-caller.ts';
import { runCommand } from '../core/database/transaction.ts';
import { verifyOwnPassword, wrongPassword } from './account.limits.ts';
import { refuseBadPassword, setPasswordRevokeAccessAndMail } from './new-password.ts';

/** Changes the caller's own password. Throws 403 with an integration key, 404, 422 by field, 422 WRONG_PASSWORD or 429. */
export async function changePassword(
  services: Services,
  caller: Caller,
  given: CallBody<typeof accountCalls.changePwd>['ent_usrs'],
): Promise<void> {
  requireSession(caller);
  if (parseId(given.ent_usr_id) !== personOf(caller)) throw notFound();
  const unchanged: FieldProblem | false = passwordsEqual(given.password, given.current_password) && {
    code: 'FORMAT',
    message: 'must differ from the current password',
  };
  await refuseBadPassword(services.db, personOf(caller), given, texts.password.changeMismatch, unchanged);
  const { passwordHash: seenHash } = await verifyOwnPassword(services, caller, given.current_password);
  const passwordHash = await services.passwords.hash(`user:${personOf(caller)}`, given.password);
  await runCommand(services, caller, async (trx) => {
    const now = await lockUser(trx, personOf(caller));
    await requireUnchangedCaller(trx, caller);
    // Another change or a reset came first: the password that was checked is no longer the current one.
    if (now?.password_hash !== seenHash) throw wrongPassword();
    await setPasswordRevokeAccessAndMail(services, trx, personOf(caller), passwordHash);
    return {
      answer: undefined,
      audit: { action: 'account:changePassword', target: { type: 'ent_usr', id: personOf(caller) } },
    };
  });
}
