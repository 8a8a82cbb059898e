import type { CallBody } from '@console/contract/call';
import type { accountCalls } from '@console/contract/calls/account';
import { countedNetwork } from '@console/contract/ip-address';
import { texts } from '@console/contract/rules';
import { lockUser } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { publicActor } from '../core/base/audit-entry.ts';
import { invalidToken } from '../core/base/failure.ts';
import { noteAccount } from '../core/base/request-account.ts';
import { emailSpellings } from '../core/database/email-spelling.ts';
import { runCommand } from '../core/database/transaction.ts';
import { limitTokenAttempts } from '../invitations/token-attempts.ts';
import { consumeToken, findValidToken } from '../invitations/user-tokens.ts';
import { forgetKnownDevices } from '../security/revoke-access.ts';
import { refuseBadPassword, setPasswordRevokeAccessAndMail } from './new-password.ts';

export interface RequestOrigin {
  address: string;
  requestId: string;
}

/** An onboarding token cannot set a password (CHECKLIST OPEN-70). */
const kinds = ['reset', 'invitation'] as const;

/** Sets a password once with a mailed token, without signing in. Throws 422 TOKEN_INVALID, 422 by field, 429 after wrong tokens. */
export async function resetPassword(
  services: Services,
  { address, requestId }: RequestOrigin,
  given: CallBody<typeof accountCalls.resetPwd>,
): Promise<void> {
  const { db, passwords } = services;
  const unlocked = await limitTokenAttempts(services, address, async () => {
    const token = await findValidToken(services, db, given.reset_password_token, kinds);
    return token && sameEmail(token.email, given.email) ? token : undefined;
  });
  if (!unlocked) throw invalidToken();
  const userId = unlocked.ent_usr_id;
  noteAccount(userId);
  await refuseBadPassword(db, userId, given, texts.password.mismatch);
  const passwordHash = await passwords.hash(`network:${countedNetwork(address)}`, given.password);
  const actor = publicActor({ id: userId, ent_org_id: unlocked.ent_org_id }, { requestId, address });
  await runCommand(services, actor, async (trx) => {
    await lockUser(trx, userId);
    const token = await findValidToken(services, trx, given.reset_password_token, kinds);
    if (!token) throw invalidToken();
    await consumeToken(services, trx, token);
    await setPasswordRevokeAccessAndMail(services, trx, userId, passwordHash);
    await forgetKnownDevices(trx, userId);
    // Another person who knew the old password may have added a passkey.
    await trx.deleteFrom('passkey').where('ent_usr_id', '=', userId).execute();
    return {
      answer: undefined,
      audit: {
        action: 'account:resetPassword',
        target: { type: 'ent_usr', id: userId },
        after: { with: token.kind },
      },
    };
  });
}

const sameEmail = (a: string, b: string) => emailSpellings([b]).includes(a.toLowerCase());
