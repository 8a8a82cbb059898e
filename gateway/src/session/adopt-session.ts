import { calls } from '@console/contract/calls/all';
import { addressNotAllowedText } from '@console/contract/errors';
import { unixSeconds } from '../base/clock.ts';
import { recordRefusal, recordsRefusals } from '../core/audit-refusal.ts';
import type { PendingHandover } from '../core/content-cipher.ts';
import { anonymousCallContext, type Context } from '../core/context.ts';
import type { CallContext } from '../product-api/call-context.ts';
import { isCredential } from '../product-api/credential.ts';
import { ApiFailure, incompleteResponse } from '../product-api/errors.ts';
import { fullNameOf, idOf, recordOf, textOf, userOf } from '../product-api/shape.ts';
import { type AdoptOutcome, refusalOf, refusedLogin } from './login-results.ts';
import { pendingHandoverIn, readPendingStep, revokeReplacedHandover } from './pending-step.ts';
import { type SignedInUser, startSession } from './sign-in.ts';

const confirmSeconds = 5 * 60;

/** A handover token works once, so the call is a write and never repeated. */
const redeemCall = { ...calls.apiUserDetail, kind: 'write' } as const;

/** Adopts a session (PROTOCOLS 1.14). Without token and confirmation the pending one is dropped. */
export async function adoptSession(
  context: Context,
  pageSecretHash: string,
  { token, confirm }: { token: string | null; confirm: boolean },
): Promise<AdoptOutcome> {
  const pending = await readPendingStep(context);
  const outcome =
    confirm || token === null
      ? await finishHandover(context, pageSecretHash, pendingHandoverIn(context, pending, pageSecretHash), confirm)
      : await checkHandover(context, pageSecretHash, token);
  revokeReplacedHandover(context, pending);
  return outcome;
}

/** First step: finds the owner of the session. */
async function checkHandover(context: Context, pageSecretHash: string, token: string): Promise<AdoptOutcome> {
  const { limits, clock } = context.services;
  const { clientAddress } = context.call;
  await limits.handovers.consumeOrThrow(clientAddress);
  const owner = isCredential(token)
    ? await readKeyOwner(context, redeemCall, token, anonymousCallContext(context))
    : refusedHandover(context);
  if ('__typename' in owner) return owner;
  await limits.handovers.refund(clientAddress);
  const { key = token, user, uid } = owner;
  const fresh = key !== token;
  // Our platform returns a new key for a handover token; a known key must not be accepted from a URL.
  if (!fresh && (await context.supports('extensions'))) return refusedHandover(context);
  const running = context.session.cookieSession;
  if (running === null || running.uid === uid) return startSession(context, pageSecretHash, { ...owner, key });
  const exp = unixSeconds(clock()) + confirmSeconds;
  context.session.setPendingStep({ kind: 'handover', key, token: owner.token, fresh, uid, page: pageSecretHash, exp });
  const email = textOf(user.email) ?? '';
  return { __typename: 'SessionOfAnother', fullName: fullNameOf(user) || email, email };
}

/** Second step: the user has decided whether to continue as another user. */
async function finishHandover(
  context: Context,
  pageSecretHash: string,
  wait: PendingHandover | null,
  confirm: boolean,
): Promise<AdoptOutcome> {
  if (wait === null) return confirm ? refusedHandover(context) : handoverInvalid;
  context.session.clearPendingStep();
  if (!confirm) return handoverInvalid;
  const { key, token } = wait;
  const owner = await readKeyOwner(context, calls.apiUserDetail, key, {
    ...anonymousCallContext(context),
    key,
    use: 'session',
    token,
  });
  if ('__typename' in owner) return owner;
  return startSession(context, pageSecretHash, { ...owner, key, token: owner.token ?? token });
}

const handoverInvalid = {
  __typename: 'HandoverInvalid',
  message: 'This session handover has expired or was already used. Sign in instead.',
} as const satisfies AdoptOutcome;

/** An invalid handover that the gateway itself rejects. */
function refusedHandover(context: Context): typeof handoverInvalid {
  recordRefusal(context, { action: 'adoptSession', reason: 'TOKEN_INVALID' });
  return handoverInvalid;
}

/** A handover that the product API has rejected, and may have recorded. */
const handoverRefusedUpstream = async (context: Context): Promise<typeof handoverInvalid> =>
  (await recordsRefusals(context.services, context.call)) ? handoverInvalid : refusedHandover(context);

/** REST-3 for a key without a session: its owner, or the refusal. */
async function readKeyOwner(
  context: Context,
  call: typeof calls.apiUserDetail | typeof redeemCall,
  apiKey: string,
  callContext: CallContext,
): Promise<(Omit<SignedInUser, 'key'> & { key?: string }) | AdoptOutcome> {
  try {
    const body = { task: { api_key: apiKey } };
    const answer = await context.services.productApi.call(call, { body }, callContext);
    const record = recordOf(answer.body.user);
    const user = userOf(record);
    const uid = idOf(record.id);
    if (!user || !uid) throw incompleteResponse(context.log, call, 'user');
    const token = isCredential(record.session_token) ? record.session_token : answer.token;
    return { user, uid, token, ...(isCredential(record.api_key) && { key: record.api_key }) };
  } catch (thrown) {
    const { status } = thrown instanceof ApiFailure ? thrown : { status: null };
    if (status === null || status < 400 || status >= 500 || status === 429) throw thrown;
    const refusal = refusalOf(thrown as ApiFailure);
    if (refusal === 'USER_INACTIVE') return refusedLogin('UserDisabled');
    if (refusal === 'ADDRESS_NOT_ALLOWED') return { ...handoverInvalid, message: addressNotAllowedText };
    return refusal === 'ORG_INACTIVE' ? refusedLogin('OrganisationDisabled') : handoverRefusedUpstream(context);
  }
}
