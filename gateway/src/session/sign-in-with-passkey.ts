import { passkeysCalls } from '@console/contract/calls/passkeys';
import { maxPasskeyResponseLength } from '@console/contract/rules';
import { anonymousCallContext, type Context } from '../core/context.ts';
import { assertValid, checkText } from '../core/input-checks.ts';
import { isCredential } from '../product-api/credential.ts';
import { ApiFailure, incompleteResponse } from '../product-api/errors.ts';
import { idOf, recordOf, textOf, userOf } from '../product-api/shape.ts';
import { requireCall } from '../specified/extension-calls.ts';
import { type LoginOutcome, outcomeOf, refusalOf } from './login-results.ts';
import { startSession } from './sign-in.ts';

/** A gateway that has had no answer yet finds out by the call itself. */
const requirePasskeys = async (context: Context): Promise<void> => {
  if (context.services.capabilities.isUnknown) return;
  await requireCall(context, passkeysCalls.signInWithPasskey, 'The product API has no passkeys');
};

/** What the browser needs for a passkey, as JSON text. Its answer is good for the page with this secret (PROTOCOLS 2.14). */
export async function startPasskeySignIn(context: Context, pageSecretHash: string): Promise<string> {
  context.services.limits.passkeySignIns.consumeOrThrow(context.call.clientAddress);
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
  context.services.limits.passkeySignIns.consumeOrThrow(context.call.clientAddress);
  await requirePasskeys(context);
  const call = passkeysCalls.signInWithPasskey;
  const body = { binding: pageSecretHash, response };
  try {
    const answer = await context.services.productApi.call(call, { body }, anonymousCallContext(context));
    const person = recordOf(answer.body.current_ent_usr);
    const { user, key, uid } = { user: userOf(person), key: textOf(person.api_key), uid: idOf(person.id) };
    if (!user || !uid || !isCredential(key)) throw incompleteResponse(context.log, call, 'current_ent_usr.api_key');
    const token = isCredential(person.session_token) ? person.session_token : answer.token;
    return startSession(context, pageSecretHash, { user, key, token, uid });
  } catch (thrown) {
    const refusal = thrown instanceof ApiFailure ? refusalOf(thrown) : null;
    if (refusal === null || refusal === 'OTP_REQUIRED') throw thrown;
    return outcomeOf(refusal, thrown as ApiFailure);
  }
}
