import type { CallBody } from '@console/contract/call';
import type { accountCalls } from '@console/contract/calls/account';
import { texts } from '@console/contract/rules';
import type { Services } from '../core/access/services.ts';
import { guardToken } from '../core/access/token-attempts.ts';
import { findToken, useUpToken } from '../core/access/user-tokens.ts';
import { tokenInvalid } from '../core/base/failure.ts';
import { holdUser } from '../core/database/lock-user.ts';
import { act } from '../core/database/transaction.ts';
import { refuseBadPassword, setPassword } from './new-password.ts';

/** Where a call comes from that nobody is signed in to. */
export interface Origin {
  address: string;
  requestId: string;
}

/** A token of the onboarding form sets no password (CHECKLIST OPEN-70). */
const kinds = ['reset', 'invitation'] as const;

/**
 * Sets a password with the token of a mailed link, once, and signs nobody in. Throws 422 TOKEN_INVALID, 422 with texts by field for the password (the
 * token is still good then), and 429 after too many wrong tokens.
 */
export async function resetPassword(
  services: Services,
  { address, requestId }: Origin,
  given: CallBody<typeof accountCalls.resetPwd>,
): Promise<void> {
  const { db, passwords } = services;
  const seen = await guardToken(services, address, async () => {
    const token = await findToken(services, db, given.reset_password_token, kinds);
    return token && sameEmail(token.email, given.email) ? token : undefined;
  });
  if (!seen) throw tokenInvalid();
  refuseBadPassword(given, texts.password.mismatch);
  const passwordHash = await passwords.hash(`address:${address}`, given.password);
  const userId = seen.ent_usr_id;
  const organisationId = seen.ent_org_id === null ? null : String(seen.ent_org_id);
  await act(services, { userId, organisationId, via: 'public', requestId }, async (trx) => {
    await holdUser(trx, userId);
    const token = await findToken(services, trx, given.reset_password_token, kinds);
    if (!token) throw tokenInvalid();
    await useUpToken(services, trx, token);
    await setPassword(services, trx, userId, passwordHash);
    return {
      answer: undefined,
      audit: { action: 'account:resetPassword', target: { type: 'ent_usr', id: userId }, after: { with: token.kind } },
    };
  });
}

const sameEmail = (a: string, b: string) => a.toLowerCase() === b.trim().toLowerCase();
