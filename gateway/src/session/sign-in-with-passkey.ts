import { passkeysCalls } from '@console/contract/calls/passkeys';
import { maxPasskeyResponseLength } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import { anonymousCallContext, type Context } from '../core/context.ts';
import { assertValid, checkText } from '../core/input-checks.ts';
import { ApiFailure, incompleteResponse } from '../product-api/errors.ts';
import { textOf } from '../product-api/shape.ts';
import { hasPublicCall } from '../specified/extension-calls.ts';
import { type LoginOutcome, outcomeOf, refusalOf } from './login-results.ts';
import { startAnsweredSession } from './sign-in.ts';

async function requirePasskeys(context: Context): Promise<void> {
  if (!(await hasPublicCall(context, passkeysCalls.signInWithPasskey)))
    throw failure('CAPABILITY_UNAVAILABLE', 'The product API has no passkeys');
}

/** What the browser needs for a passkey, as JSON text. Its answer is good for the page with this secret (PROTOCOLS 2.14). */
export async function startPasskeySignIn(context: Context, pageSecretHash: string): Promise<string> {
  await context.services.limits.passkeySignIns.consumeOrThrow(context.call.clientAddress);
  await requirePasskeys(context);
  const call = passkeysCalls.passkeyChallenge;
  const body = { binding: pageSecretHash };
  const answer = await context.services.productApi.call(call, { body }, anonymousCallContext(context));
  const options = textOf(answer.body.options);
  if (options === null) throw incompleteResponse(context.log, call, 'options');
  return options;
}

/** Signs in with the browser's answer. */
export async function signInWithPasskey(
  context: Context,
  pageSecretHash: string,
  response: string,
): Promise<LoginOutcome> {
  assertValid(checkText('response', response, maxPasskeyResponseLength));
  await context.services.limits.passkeySignIns.consumeOrThrow(context.call.clientAddress);
  await requirePasskeys(context);
  const call = passkeysCalls.signInWithPasskey;
  const body = { binding: pageSecretHash, response };
  try {
    const answer = await context.services.productApi.call(call, { body }, anonymousCallContext(context));
    return startAnsweredSession(context, pageSecretHash, call, answer);
  } catch (thrown) {
    const refusal = thrown instanceof ApiFailure ? refusalOf(thrown) : null;
    if (refusal === null || refusal === 'OTP_REQUIRED') throw thrown;
    return outcomeOf(refusal, thrown as ApiFailure);
  }
}
