import type { authenticatorApp } from '@console/contract/authenticator-app';
import { secondFactorCalls } from '@console/contract/calls/second-factors';
import { maxLength } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import { readManagedUser } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid, checkText } from '../core/input-checks.ts';
import { confirmOwnPassword } from '../core/reauthentication.ts';
import type {
  ConfirmAuthenticatorAppInput,
  ConfirmAuthenticatorAppPayload,
  ResetSecondFactorsInput,
  SecondFactors,
  SetUpAuthenticatorAppPayload,
} from '../generated/resolvers-types.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { notFoundForInvalidId, requireKey } from '../product-api/reads.ts';
import { rethrowWithInputNames } from '../product-api/refusals.ts';
import { idOf, integerOf, isoTimeOf, type Raw, recordOf, textOf, toWireId } from '../product-api/shape.ts';
import { requireCall } from '../specified/extension-calls.ts';

interface WithPassword {
  currentPassword?: string | null;
}

/** Begins to set up an app, after REST-7. Its secret is in this answer only. */
export async function setUpAuthenticatorApp(
  context: Context,
  input: WithPassword,
): Promise<SetUpAuthenticatorAppPayload> {
  await checkPassword(context, input);
  const call = secondFactorCalls.setUpApp;
  const { setup_id, secret, uri, expires_at } = await context.api.call(call, {});
  const setupId = idOf(setup_id);
  if (setupId === null) throw incompleteResponse(context.log, call, 'setup_id');
  return { setupId, secret: textOf(secret), uri: textOf(uri), expiresAt: isoTimeOf(expires_at) };
}

/** Sets up the app of a set-up with its first code. */
export async function confirmAuthenticatorApp(
  context: Context,
  { setupId, code }: ConfirmAuthenticatorAppInput,
): Promise<FactorsWithCodes> {
  await requireFactorCalls(context);
  assertValid(checkText('code', code, maxLength.appCode));
  const call = secondFactorCalls.confirmApp;
  const body = { setup_id: toWireId(String(setupId)), code };
  const sent = rethrowWithInputNames({ code: 'code' }, context.api.call(call, { body }));
  return withCodes(context, call, await notFoundForInvalidId(sent, String(setupId)));
}

/** Removes the app, after REST-7. */
export async function removeAuthenticatorApp(context: Context, input: WithPassword): Promise<SecondFactors> {
  await checkPassword(context, input);
  await context.api.call(secondFactorCalls.removeApp, {});
  return { authenticatorApp: null };
}

/** Resets the factors of another user, after REST-7. */
export async function resetSecondFactors(context: Context, input: ResetSecondFactorsInput): Promise<SecondFactors> {
  await requireFactorCalls(context);
  const userId = String(input.userId);
  await readManagedUser(context.api, userId, 'security:end');
  await checkPassword(context, input);
  const sent = context.api.call(secondFactorCalls.resetFactors, { body: { user_id: toWireId(userId) } });
  await notFoundForInvalidId(sent, userId);
  return { authenticatorApp: null };
}

/** Makes new recovery codes, after REST-7. */
export async function renewRecoveryCodes(context: Context, input: WithPassword): Promise<FactorsWithCodes> {
  await checkPassword(context, input);
  const call = secondFactorCalls.renewRecoveryCodes;
  return withCodes(context, call, await context.api.call(call, {}));
}

/** The app in an answer; null without one. */
export function toAuthenticatorApp(value: unknown): SecondFactors['authenticatorApp'] {
  if (value == null) return null;
  const body: Raw<typeof authenticatorApp> = recordOf(value);
  return { createdAt: isoTimeOf(body.created_at), recoveryCodesLeft: integerOf(body.recovery_codes_left) ?? 0 };
}

/** The factors as they are now, with new codes. */
type FactorsWithCodes = Omit<ConfirmAuthenticatorAppPayload, '__typename'>;

type CodesCall = typeof secondFactorCalls.confirmApp | typeof secondFactorCalls.renewRecoveryCodes;

function withCodes(
  context: Context,
  call: CodesCall,
  { authenticator_app, recovery_codes }: { authenticator_app?: unknown; recovery_codes?: unknown },
): FactorsWithCodes {
  const authenticatorApp = toAuthenticatorApp(authenticator_app);
  if (!authenticatorApp) throw incompleteResponse(context.log, call, 'authenticator_app');
  const recoveryCodes = Array.isArray(recovery_codes) ? recovery_codes.flatMap((code) => textOf(code) ?? []) : null;
  return { secondFactors: { authenticatorApp }, recoveryCodes };
}

async function checkPassword(context: Context, { currentPassword }: WithPassword): Promise<void> {
  await requireFactorCalls(context);
  await confirmOwnPassword(context, currentPassword);
}

/** Throws FORBIDDEN with an API key, and CAPABILITY_UNAVAILABLE when the product API has no second factors. */
async function requireFactorCalls(context: Context): Promise<void> {
  if (context.session.isBearer) throw failure('FORBIDDEN', 'An API key may not change how its owner signs in');
  requireKey(context.api);
  await requireCall(context, secondFactorCalls.setUpApp, 'The product API has no authenticator apps');
}
