import type { CallResponse } from '@console/contract/call';
import type { passkeysCalls } from '@console/contract/calls/passkeys';
import type { SignInRefusal } from '@console/contract/errors';
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import { lockUser } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { publicActor } from '../core/base/audit-entry.ts';
import { Failure, refused } from '../core/base/failure.ts';
import { noteAccount } from '../core/base/request-account.ts';
import { type CommandResult, runCommand } from '../core/database/transaction.ts';
import { createPasskeyChallenge, type PasskeyPurpose, usePasskey } from '../passkeys/passkey-challenge.ts';
import { passkeySite, verifyAuthentication } from '../passkeys/passkey-response.ts';
import { countFailedSignIn, refuseBlockedSignInAddress } from './session.limits.ts';
import { findSignInUserById, inactiveReason } from './sign-in.store.ts';
import { auditedSignIn, completeSignIn, type SignInOrigin } from './sign-in.ts';

type Answer = CallResponse<typeof passkeysCalls.signInWithPasskey>;
type Refusal = Exclude<SignInRefusal, 'OTP_REQUIRED' | 'INVALID_OTP' | 'ADDRESS_NOT_ALLOWED'>;

const purposeOf = (binding: string): PasskeyPurpose => `sign-in ${binding}`;

/** Options for a browser to sign in with a passkey, as JSON. Stores nothing. */
export async function passkeySignInOptions(services: Services, binding: string): Promise<string> {
  const options = await generateAuthenticationOptions({
    rpID: passkeySite(services).id,
    challenge: createPasskeyChallenge(services, purposeOf(binding)),
    userVerification: 'required',
  });
  return JSON.stringify(options);
}

/** Signs the owner of a passkey in. Throws 422 with one of `signInRefusals`, or 429. */
export async function signInWithPasskey(
  services: Services,
  origin: SignInOrigin,
  given: { binding: string; response: string },
): Promise<Answer> {
  const { db } = services;
  const { address } = origin.device;
  await refuseBlockedSignInAddress(services, address);
  const { passkey, verified } = await verifyAuthentication(services, purposeOf(given.binding), given.response);
  const user = passkey ? await findSignInUserById(db, passkey.ent_usr_id) : undefined;
  noteAccount(user?.id);
  const refuse = async (reason: Refusal) => {
    if (reason === 'INVALID_CREDENTIALS') await countFailedSignIn(services, address);
    throw auditedSignIn(refused(reason), user);
  };
  if (!passkey || !verified || !user) return refuse('INVALID_CREDENTIALS');
  const actor = publicActor(user, { requestId: origin.requestId, address });
  const outcome = await runCommand(services, actor, async (trx): Promise<CommandResult<Answer | Refusal | Failure>> => {
    await lockUser(trx, user.id);
    const now = await findSignInUserById(trx, user.id);
    const inactive = now && inactiveReason(now);
    if (inactive) return { answer: inactive, audit: null };
    if (now?.password_use === 'refused') return { answer: 'SINGLE_SIGN_ON_REQUIRED', audit: null };
    const invalid: CommandResult<Refusal> = { answer: 'INVALID_CREDENTIALS', audit: null };
    if (!now || !(await usePasskey(trx, services, passkey.id, verified))) return invalid;
    return completeSignIn(services, trx, now, { device: origin.device, deviceToken: undefined, by: 'passkey' });
  });
  if (outcome instanceof Failure) throw auditedSignIn(outcome, user);
  return typeof outcome === 'string' ? refuse(outcome) : outcome;
}
