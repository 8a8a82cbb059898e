import { scopeOf } from '@console/contract/access';
import type { ExtensionCall } from '@console/contract/call';
import { singleSignOnTestCalls } from '@console/contract/calls/single-sign-on-test';
import { failure } from '../base/errors.ts';
import { assertAllowed, authorize, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { CompleteSingleSignOnTestInput } from '../generated/resolvers-types.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { notFoundForInvalidId } from '../product-api/refusals.ts';
import { boolOf, idOf, textOf, toWireId } from '../product-api/shape.ts';
import { requireCall } from '../specified/extension-calls.ts';
import type { RefusedSingleSignOn, SingleSignOnTestResult } from './login-results.ts';
import { providerResponseOf, refusalOrThrow, webAddressOf } from './single-sign-on.ts';

const calls = singleSignOnTestCalls;

/** Starts a test by signing in (PROTOCOLS 5, step 15): the provider's URL. */
export async function startSingleSignOnTest(
  context: Context,
  given: string | number,
): Promise<{ url: string | null; refusal: RefusedSingleSignOn | null }> {
  const call = calls.startSingleSignOnTest;
  const organisationId = String(given).trim();
  await authorize(context.api, 'sso:activate', organisationId);
  await requireTests(context, call);
  try {
    const body = { org_id: toWireId(organisationId) };
    const answer = await notFoundForInvalidId(context.api.call(call, { body }), organisationId);
    const url = webAddressOf(textOf(answer.address));
    if (url === null) throw incompleteResponse(context.log, call, 'address');
    return { url, refusal: null };
  } catch (thrown) {
    return { url: null, refusal: refusalOrThrow(thrown) };
  }
}

/** Stores the response to this session's test; only the product API knows its organisation. */
export async function completeSingleSignOnTest(
  context: Context,
  input: CompleteSingleSignOnTestInput,
): Promise<SingleSignOnTestResult> {
  const call = calls.completeSingleSignOnTest;
  if (scopeOf(await readCaller(context.api), 'sso:activate') === null) assertAllowed('forbidden');
  await requireTests(context, call);
  try {
    const answer = await context.api.call(call, { body: providerResponseOf(input) });
    const hasPassed = boolOf(answer.has_passed);
    if (hasPassed === null) throw incompleteResponse(context.log, call, 'has_passed');
    return { organisationId: idOf(answer.org_id), outcome: hasPassed ? 'PASSED' : 'FAILED', refusal: null };
  } catch (thrown) {
    return { organisationId: null, outcome: null, refusal: refusalOrThrow(thrown) };
  }
}

/** Throws FORBIDDEN with an API key, and CAPABILITY_UNAVAILABLE. */
async function requireTests(context: Context, call: ExtensionCall): Promise<void> {
  if (context.session.isBearer) throw failure('FORBIDDEN', 'You cannot use an API key to change how users sign in.');
  await requireCall(context, call, 'The connected product API has no sign-in test for single sign-on.');
}
