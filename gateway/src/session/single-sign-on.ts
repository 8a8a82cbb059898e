import { singleSignOnCalls } from '@console/contract/calls/single-sign-on';
import { type SingleSignOnRefusal, singleSignOnRefusals } from '@console/contract/calls/single-sign-on-refusals';
import { signInStepMinutes } from '@console/contract/rules';
import { unixSeconds } from '../base/clock.ts';
import { failure } from '../base/errors.ts';
import { recordRefusal } from '../core/audit-refusal.ts';
import { anonymousCallContext, type Context } from '../core/context.ts';
import { isWellFormedToken } from '../core/token-owner.ts';
import type {
  CompleteSingleSignOnInput,
  SingleSignOnRefusal as SchemaRefusal,
  SingleSignOnMode,
  StartSingleSignOnInput,
} from '../generated/resolvers-types.ts';
import { ApiFailure, incompleteResponse } from '../product-api/errors.ts';
import { boolOf, recordOf, textOf } from '../product-api/shape.ts';
import { requireCall, supportsCall } from '../specified/extension-calls.ts';
import { type RefusedSingleSignOn, refusalOf, refusedLogin, type SingleSignOnOutcome } from './login-results.ts';
import { pendingOtherEmail, pendingSingleSignOn, readPendingStep, revokeReplacedHandover } from './pending-step.ts';
import { requirePageSecretHash, startAnsweredSession } from './sign-in.ts';

/** How long the browser keeps the response of a person with another email. */
const otherEmailMinutes = 5;

const unavailable = 'The connected product API does not support sign-in through single sign-on.';

/** State of single sign-on for an email's domain; limited by address. */
export async function singleSignOnMode(context: Context, email: string): Promise<SingleSignOnMode> {
  const call = singleSignOnCalls.singleSignOnOfDomain;
  await context.services.limits.singleSignOnChecks.consumeOrThrow(context.call.clientAddress);
  const domain = email.slice(email.lastIndexOf('@') + 1).trim();
  if (!email.includes('@') || domain === '') return 'OFF';
  if (!(await supportsCall(context, call))) return 'OFF';
  const body = { domain };
  const answer = await context.services.productApi.call(call, { body }, anonymousCallContext(context));
  if (!boolOf(answer.body.available)) return 'OFF';
  return boolOf(answer.body.required) ? 'REQUIRED' : 'OPTIONAL';
}

/** Starts a sign-in (PROTOCOLS 5, steps 2 to 4): the provider's URL, and an encrypted cookie that binds its response to this browser. */
export async function startSingleSignOn(
  context: Context,
  { email, selectAccount }: StartSingleSignOnInput,
): Promise<{ url: string | null; refusal: RefusedSingleSignOn | null }> {
  requirePageSecretHash(context);
  const call = singleSignOnCalls.startSingleSignOn;
  await requireCall(context, call, unavailable);
  const pending = await readPendingStep(context);
  try {
    const selects = selectAccount === true && (await context.supports('extensions_1_1'));
    const body = { email: email.trim(), ...(selects && { select_account: true }) };
    const answer = await context.services.productApi.call(call, { body }, anonymousCallContext(context));
    const [url, attempt] = [webAddressOf(textOf(answer.body.address)), textOf(answer.body.attempt)];
    if (url === null || attempt === null) throw incompleteResponse(context.log, call, 'address');
    const exp = unixSeconds(context.services.clock()) + signInStepMinutes * 60;
    context.session.setPendingStep({ kind: 'singleSignOn', attempt, email: body.email, exp });
    revokeReplacedHandover(context, pending);
    return { url, refusal: null };
  } catch (thrown) {
    return { url: null, refusal: refusalOrThrow(thrown) };
  }
}

/** Completes a sign-in in the browser that started it (PROTOCOLS 5, steps 5 to 8). */
export async function completeSingleSignOn(
  context: Context,
  input: CompleteSingleSignOnInput,
): Promise<SingleSignOnOutcome> {
  const pageSecretHash = requirePageSecretHash(context);
  const call = singleSignOnCalls.completeSingleSignOn;
  await requireCall(context, call, unavailable);
  const pending = pendingSingleSignOn(context, await readPendingStep(context));
  if (pending === null) return refuseUnstarted(context, 'completeSingleSignOn');
  // Valid once, whatever happens.
  context.session.clearPendingStep();
  const { attempt, email: startedEmail } = pending;
  const asks = startedEmail !== undefined && (await context.supports('extensions_1_1'));
  const body = { attempt, ...providerResponseOf(input), ...(asks && { asks_other_email: true }) };
  return signInAtProvider(async () => {
    const answer = await context.services.productApi.call(call, { body }, anonymousCallContext(context));
    const other = recordOf(answer.body.other_email);
    const [email, continuation] = [textOf(other.email), textOf(other.continuation)];
    if (!asks || email === null || continuation === null)
      return startAnsweredSession(context, pageSecretHash, call, answer);
    const exp = unixSeconds(context.services.clock()) + otherEmailMinutes * 60;
    context.session.setPendingStep({ kind: 'otherEmail', attempt, continuation, exp });
    return { __typename: 'SingleSignOnOtherEmail', startedEmail, returnedEmail: email };
  });
}

/** Completes a sign-in after the user has agreed to another email than the entered one. */
export async function continueSingleSignOn(context: Context): Promise<SingleSignOnOutcome> {
  const pageSecretHash = requirePageSecretHash(context);
  const call = singleSignOnCalls.continueSingleSignOn;
  await requireCall(context, call, unavailable);
  const pending = pendingOtherEmail(context, await readPendingStep(context));
  if (pending === null) return refuseUnstarted(context, 'continueSingleSignOn');
  context.session.clearPendingStep();
  const { attempt, continuation } = pending;
  return signInAtProvider(async () => {
    const body = { attempt, continuation };
    const answer = await context.services.productApi.call(call, { body }, anonymousCallContext(context));
    return startAnsweredSession(context, pageSecretHash, call, answer);
  });
}

function refuseUnstarted(context: Context, action: string): SingleSignOnOutcome {
  recordRefusal(context, { action, reason: 'TOKEN_INVALID' });
  return refusedSingleSignOn('EXPIRED', null);
}

/** Turns refusals of the product API into results. */
async function signInAtProvider(signIn: () => Promise<SingleSignOnOutcome>): Promise<SingleSignOnOutcome> {
  try {
    return await signIn();
  } catch (thrown) {
    if (!(thrown instanceof ApiFailure)) throw thrown;
    const refused = refusedIn(thrown);
    if (refused) return refused;
    const word = refusalOf(thrown);
    const email = textOf(thrown.body.email);
    if (word === 'USER_INACTIVE') return { ...refusedLogin('UserDisabled'), email };
    if (word === 'ORG_INACTIVE') return { ...refusedLogin('OrganisationDisabled'), email };
    throw thrown;
  }
}

/** Confirms the first sign-in of an account with the token of the emailed link. */
export async function confirmSingleSignOn(context: Context, token: string): Promise<{ email: string }> {
  requirePageSecretHash(context);
  const call = singleSignOnCalls.confirmSingleSignOn;
  await requireCall(context, call, unavailable);
  if (!isWellFormedToken(token))
    throw failure('TOKEN_INVALID', 'This link has expired or was already used. Sign in again to get a new one.');
  const answer = await context.services.productApi.call(call, { body: { token } }, anonymousCallContext(context));
  const email = textOf(answer.body.email);
  if (email === null) throw incompleteResponse(context.log, call, 'email');
  return { email };
}

/** Name in the schema. Two differ from the words of the call. */
function schemaNameOf(reason: SingleSignOnRefusal): SchemaRefusal {
  if (reason === 'INVALID_ANSWER') return 'INVALID_RESPONSE';
  return reason === 'PASSWORD_NEEDED' ? 'PASSWORD_REQUIRED' : reason;
}

const refusedSingleSignOn = (reason: SingleSignOnRefusal, email: string | null): RefusedSingleSignOn => ({
  __typename: 'SingleSignOnRefused',
  reason: schemaNameOf(reason),
  message: singleSignOnRefusals[reason],
  email,
});

/** A URL that the page can open; null for any other text. */
export const webAddressOf = (url: string | null): string | null =>
  url !== null && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;

export const providerResponseOf = ({ state, code, issuer, error }: CompleteSingleSignOnInput) => ({
  state,
  ...(code != null && { code }),
  ...(issuer != null && { iss: issuer }),
  ...(error != null && { error }),
});

/** Reason of a refused call; rethrows any other failure. */
export function refusalOrThrow(thrown: unknown): RefusedSingleSignOn {
  const refusal = thrown instanceof ApiFailure ? refusedIn(thrown) : null;
  if (refusal === null) throw thrown;
  return refusal;
}

/** Reason of a refused call, null for any other failure. */
function refusedIn({ status, body }: ApiFailure): RefusedSingleSignOn | null {
  const word = textOf(body.refusal);
  if (status !== 422 || word === null || !Object.hasOwn(singleSignOnRefusals, word)) return null;
  return refusedSingleSignOn(word as SingleSignOnRefusal, textOf(body.email));
}
