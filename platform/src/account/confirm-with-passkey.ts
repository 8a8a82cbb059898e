import { reauthenticationSeconds } from '@console/contract/rules';
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { Caller } from '../core/access/caller.ts';
import { lockCaller } from '../core/access/locks.ts';
import { personOf } from '../core/access/person.ts';
import { recordReauthentication } from '../core/access/reauthentication.ts';
import { requireSession } from '../core/access/require-session.ts';
import type { Services } from '../core/access/services.ts';
import { addMs, minuteMs, secondMs } from '../core/base/clock.ts';
import { conflict, refusedWithCode } from '../core/base/failure.ts';
import { clearAttempts, countAttempt } from '../core/database/limits.ts';
import { runCommand } from '../core/database/transaction.ts';
import { createPasskeyChallenge, type PasskeyPurpose, usePasskey } from '../passkeys/passkey-challenge.ts';
import { passkeySite, verifyAuthentication } from '../passkeys/passkey-response.ts';

const refusedResponses = { max: 20, windowMs: 15 * minuteMs };

const purposeOf = (sessionId: number): PasskeyPurpose => `confirm ${sessionId}`;

const confirmedUntil = ({ clock }: Pick<Services, 'clock'>): string =>
  addMs(clock(), reauthenticationSeconds * secondMs).toISOString();

/** Options for a browser to confirm an action with a passkey, as JSON text. Throws 403 with an API key, 409 without a passkey. */
export async function passkeyConfirmationOptions(services: Services, caller: Caller): Promise<string> {
  const sessionId = requireSession(caller);
  const passkeys = await services.db
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('ent_usr_id', '=', personOf(caller))
    .execute();
  if (passkeys.length === 0) throw conflict('You have no passkey. Add one in your profile first.');
  const options = await generateAuthenticationOptions({
    rpID: passkeySite(services).id,
    challenge: createPasskeyChallenge(services, purposeOf(sessionId)),
    allowCredentials: passkeys.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    userVerification: 'required',
  });
  return JSON.stringify(options);
}

/** Confirms the next action of the caller's session. Throws 403 with an API key, 422 WRONG_PASSWORD, 429. */
export async function confirmWithPasskey(
  services: Services,
  caller: Caller,
  given: { response: string },
): Promise<string> {
  const sessionId = requireSession(caller);
  const { db, clock } = services;
  const attempts = `confirm:session:${sessionId}`;
  await countAttempt(db, clock, attempts, refusedResponses);
  const purpose = purposeOf(sessionId);
  const { passkey, verified } = await verifyAuthentication(services, purpose, given.response, personOf(caller));
  const notAccepted = () =>
    refusedWithCode('WRONG_PASSWORD', 'The passkey was not accepted, or the request has expired. Try again.');
  if (!verified) throw notAccepted();
  await runCommand(services, caller, async (trx) => {
    await lockCaller(trx, caller);
    if (!(await usePasskey(trx, services, passkey.id, verified))) throw notAccepted();
    const credential = { type: 'session', id: sessionId } as const;
    await recordReauthentication(trx, clock, credential);
    return {
      answer: undefined,
      audit: { action: 'account:confirm', target: credential, after: { by: 'passkey' } },
    };
  });
  await clearAttempts(db, [attempts]);
  return confirmedUntil(services);
}
