import { calls } from '@console/contract/calls/all';
import { secondsOf } from '../base/clock.ts';
import { recordRefusal } from '../core/audit-refusal.ts';
import { asNobody, type Context } from '../core/context.ts';
import type { HandoverWait } from '../core/seal.ts';
import { type CallContext, isCredential } from '../product-api/client.ts';
import { ApiFailure, incomplete } from '../product-api/errors.ts';
import { idOf, nameOf, recordOf, textOf, userOf } from '../product-api/shape.ts';
import { type AdoptOutcome, refusalOf, refused } from './login-results.ts';
import { endForgotten, handoverWaitIn, readWaiting } from './pending-step.ts';
import { begin, type Person } from './sign-in.ts';

const waitSeconds = 5 * 60;

/** A hand-over token works once, so the call is a write and never repeated. */
const redeem = { ...calls.apiUserDetail, kind: 'write' } as const;

/** Adopts a handed-over session (PROTOCOLS 1.14). Without token and confirmation the pending one is dropped. */
export async function adoptSession(
  context: Context,
  page: string,
  { token, confirm }: { token: string | null; confirm: boolean },
): Promise<AdoptOutcome> {
  const waiting = await readWaiting(context);
  const outcome =
    confirm || token === null
      ? await decided(context, page, handoverWaitIn(context, waiting, page), confirm)
      : await handedOn(context, page, token);
  endForgotten(context, waiting);
  return outcome;
}

/** First step: finds the owner of the session. */
async function handedOn(context: Context, page: string, token: string): Promise<AdoptOutcome> {
  const { limits, clock } = context.services;
  const { clientAddress } = context.call;
  await limits.tryHandover(clientAddress);
  const found = isCredential(token)
    ? await personOf(context, redeem, token, asNobody(context))
    : refusedHandover(context);
  if ('__typename' in found) return found;
  await limits.rightHandover(clientAddress);
  const { key = token, user, uid } = found;
  const fresh = key !== token;
  // Our platform returns a new key for a hand-over token; a known key must not be accepted from a URL.
  if (!fresh && (await context.extended())) return refusedHandover(context);
  const running = context.session.carried;
  if (running === null || running.uid === uid) return begin(context, page, { ...found, key });
  const exp = secondsOf(clock()) + waitSeconds;
  context.session.wait({ kind: 'handover', key, token: found.token, fresh, uid, page, exp });
  const email = textOf(user.email) ?? '';
  return { __typename: 'SessionOfAnother', fullName: nameOf(user) || email, email };
}

/** Second step: the user has decided whether to continue as another user. */
async function decided(
  context: Context,
  page: string,
  wait: HandoverWait | null,
  confirm: boolean,
): Promise<AdoptOutcome> {
  if (wait === null) return confirm ? refusedHandover(context) : invalid;
  context.session.stopWaiting();
  if (!confirm) return invalid;
  const { key, token } = wait;
  const found = await personOf(context, calls.apiUserDetail, key, { ...asNobody(context), key, use: 'session', token });
  if ('__typename' in found) return found;
  return begin(context, page, { ...found, key, token: found.token ?? token });
}

const invalid = {
  __typename: 'HandoverInvalid',
  message: 'This hand-over is no longer good. Sign in instead',
} as const satisfies AdoptOutcome;

/** An invalid hand-over that the gateway refuses itself. */
function refusedHandover(context: Context): typeof invalid {
  recordRefusal(context, { action: 'adoptSession', reason: 'TOKEN_INVALID' });
  return invalid;
}

/** A hand-over that the product API has refused; our platform has audited it. */
const answeredHandover = (context: Context): typeof invalid =>
  context.services.productApi.announcesExtensions ? invalid : refusedHandover(context);

/** REST-3 for a key without a session: its owner, or why it is refused. */
async function personOf(
  context: Context,
  call: typeof calls.apiUserDetail | typeof redeem,
  apiKey: string,
  callContext: CallContext,
): Promise<(Omit<Person, 'key'> & { key?: string }) | AdoptOutcome> {
  try {
    const body = { task: { api_key: apiKey } };
    const answer = await context.services.productApi.call(call, { body }, callContext);
    const said = recordOf(answer.body.user);
    const user = userOf(said);
    const uid = idOf(said.id);
    if (!user || !uid) throw incomplete(context.log, call, 'user');
    const token = isCredential(said.session_token) ? said.session_token : answer.token;
    return { user, uid, token, ...(isCredential(said.api_key) && { key: said.api_key }) };
  } catch (thrown) {
    const { status } = thrown instanceof ApiFailure ? thrown : { status: null };
    if (status === null || status < 400 || status >= 500 || status === 429) throw thrown;
    const refusal = refusalOf(thrown as ApiFailure);
    if (refusal === 'USER_INACTIVE') return refused('UserDisabled');
    return refusal === 'ORG_INACTIVE' ? refused('OrganisationDisabled') : answeredHandover(context);
  }
}
