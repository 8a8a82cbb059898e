import { confirmationsCalls } from '@console/contract/calls/confirmations';
import { maxPasskeyResponseLength } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { assertValid, checkText } from '../core/input-checks.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { requireKey } from '../product-api/reads.ts';
import { isoTimeOf, textOf } from '../product-api/shape.ts';
import { requireCall } from '../specified/extension-calls.ts';

/** What the browser needs to confirm an act with a passkey of the caller, as JSON text. */
export async function startPasskeyConfirmation(context: Context): Promise<string> {
  await requireConfirmations(context);
  const call = confirmationsCalls.newConfirmation;
  const options = textOf((await context.api.call(call, {})).options);
  if (options === null) throw incompleteResponse(context.log, call, 'options');
  return options;
}

/** Confirms the caller's next act with the browser's answer; returns until when. */
export async function confirmWithPasskey(context: Context, response: string): Promise<string | null> {
  await requireConfirmations(context);
  assertValid(checkText('response', response, maxPasskeyResponseLength));
  const answer = await context.api.call(confirmationsCalls.confirmWithPasskey, { body: { response } });
  return isoTimeOf(answer.valid_until);
}

/** Throws FORBIDDEN with an API key, and CAPABILITY_UNAVAILABLE when the product API knows passwords only. */
async function requireConfirmations(context: Context): Promise<void> {
  if (context.session.isBearer) throw failure('FORBIDDEN', 'An API key may not confirm an act');
  requireKey(context.api);
  const call = confirmationsCalls.confirmWithPasskey;
  await requireCall(context, call, 'The product API confirms acts with the password only');
  await context.services.limits.passkeySignIns.consumeOrThrow(context.call.clientAddress);
}
