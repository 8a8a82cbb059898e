import { confirmationsCalls } from '@console/contract/calls/confirmations';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import type { ConfirmWithSingleSignOnInput } from '../generated/resolvers-types.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { requireKey } from '../product-api/reads.ts';
import { isoTimeOf, textOf } from '../product-api/shape.ts';
import { requireCall } from '../specified/extension-calls.ts';
import type { RefusedSingleSignOn } from './login-results.ts';
import { providerResponseOf, refusalOrThrow, webAddressOf } from './single-sign-on.ts';

/** Starts a confirmation at the caller's provider (PROTOCOLS 5, step 10): its URL. */
export async function startSingleSignOnConfirmation(
  context: Context,
): Promise<{ url: string | null; refusal: RefusedSingleSignOn | null }> {
  const call = confirmationsCalls.startSingleSignOnConfirmation;
  await requireConfirmations(context);
  try {
    const url = webAddressOf(textOf((await context.api.call(call, {})).address));
    if (url === null) throw incompleteResponse(context.log, call, 'address');
    return { url, refusal: null };
  } catch (thrown) {
    return { url: null, refusal: refusalOrThrow(thrown) };
  }
}

export async function confirmWithSingleSignOn(
  context: Context,
  input: ConfirmWithSingleSignOnInput,
): Promise<{ confirmedUntil: string | null; refusal: RefusedSingleSignOn | null }> {
  const call = confirmationsCalls.completeSingleSignOnConfirmation;
  await requireConfirmations(context);
  try {
    const answer = await context.api.call(call, { body: providerResponseOf(input) });
    return { confirmedUntil: isoTimeOf(answer.confirmedUntil), refusal: null };
  } catch (thrown) {
    return { confirmedUntil: null, refusal: refusalOrThrow(thrown) };
  }
}

/** Throws FORBIDDEN with an API key, CAPABILITY_UNAVAILABLE if the product API knows passwords only. */
async function requireConfirmations(context: Context): Promise<void> {
  if (context.session.isBearer) throw failure('FORBIDDEN', 'You cannot use an API key to confirm an action.');
  requireKey(context.api);
  const call = confirmationsCalls.startSingleSignOnConfirmation;
  await requireCall(context, call, 'The connected product API confirms actions only with a password.');
}
