import { signInRulesCalls as calls } from '@console/contract/calls/sign-in-rules';
import { singleSignOnCalls } from '@console/contract/calls/single-sign-on';
import { minSessionMinutes, sessionLengthProblem } from '@console/contract/session-length';
import { failure } from '../base/errors.ts';
import { authorize } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid } from '../core/input-checks.ts';
import { confirmOwnPassword } from '../core/reauthentication.ts';
import { maxSessionSeconds } from '../core/request-session.ts';
import type { SignInRules, UpdateSignInRulesInput } from '../generated/resolvers-types.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { notFoundForInvalidId } from '../product-api/reads.ts';
import { rethrowWithInputNames } from '../product-api/refusals.ts';
import { boolOf, integerOf, recordOf, toWireId } from '../product-api/shape.ts';
import { hasCall, requireCall } from '../specified/extension-calls.ts';

/** No session of a browser is longer, whatever the product API allows. */
const maxMinutes = maxSessionSeconds / 60;

interface SignInRulesResult {
  organisationId: string;
  signInRules(): Promise<SignInRules | null>;
}

/** What an organisation asks of the sign-ins of its users; null where the product API has no such rules. */
export async function readSignInRules(context: Context, organisationId: string): Promise<SignInRules | null> {
  await authorize(context.api, 'sso:view', organisationId);
  const call = singleSignOnCalls.singleSignOn;
  if (!(await hasCall(context, calls.updateSignInRules))) return null;
  const query = { org_id: toWireId(organisationId) };
  const answer = await notFoundForInvalidId(context.api.call(call, { query }), organisationId);
  return toSignInRules(organisationId, answer.sign_in_rules);
}

/** REST-7, then the call; neither is repeated. */
export async function updateSignInRules(
  context: Context,
  { organisationId, sessionMinutes, factorRequired, currentPassword }: UpdateSignInRulesInput,
): Promise<SignInRulesResult> {
  const id = String(organisationId).trim();
  await authorize(context.api, 'sso:activate', id);
  if (context.session.isBearer) throw failure('FORBIDDEN', 'You cannot use an API key to change how users sign in.');
  await requireCall(context, calls.updateSignInRules, 'This product API has no sign-in rules for organisations.');
  const isAllowed = sessionMinutes == null || (sessionMinutes >= minSessionMinutes && sessionMinutes <= maxMinutes);
  assertValid(isAllowed ? null : { path: 'sessionMinutes', ...sessionLengthProblem(maxMinutes) });
  await confirmOwnPassword(context, currentPassword);
  const body = {
    org_id: toWireId(id),
    ...(sessionMinutes !== undefined && { session_minutes: sessionMinutes }),
    ...(factorRequired != null && { factor_required: factorRequired }),
  };
  const sent = notFoundForInvalidId(context.api.call(calls.updateSignInRules, { body }), id);
  const answer = await rethrowWithInputNames({ session_minutes: 'sessionMinutes' }, sent);
  const signInRules = toSignInRules(id, answer.sign_in_rules);
  return {
    organisationId: id,
    signInRules: async () => {
      if (signInRules === null) throw incompleteResponse(context.log, calls.updateSignInRules, 'sign_in_rules');
      return signInRules;
    },
  };
}

function toSignInRules(organisationId: string, answer: unknown): SignInRules | null {
  const body = recordOf(answer);
  const allowed = integerOf(body.max_session_minutes);
  if (allowed === null) return null;
  const maxSessionMinutes = Math.min(allowed, maxMinutes);
  const minutes = integerOf(body.session_minutes);
  return {
    id: organisationId,
    sessionMinutes: minutes !== null && minutes < maxSessionMinutes ? minutes : null,
    maxSessionMinutes,
    factorRequired: boolOf(body.factor_required),
    usersWithoutFactor: integerOf(body.users_without_factor),
  };
}
