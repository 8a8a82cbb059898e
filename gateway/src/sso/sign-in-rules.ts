import { signInRulesCalls as calls } from '@console/contract/calls/sign-in-rules';
import { minSessionMinutes, sessionLengthProblem } from '@console/contract/session-length';
import type { GraphQLResolveInfo } from 'graphql';
import { authorize } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid } from '../core/input-checks.ts';
import { maxSessionSeconds } from '../core/request-session.ts';
import type { MutationUpdateSignInRulesArgs, SignInRules } from '../generated/resolvers-types.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { boolOf, idOf, integerOf, recordOf } from '../product-api/shape.ts';
import { passOn } from '../specified/pass-on.ts';
import { readSingleSignOnResponse } from './single-sign-on.ts';

/** Longest browser session, whatever the product API allows. */
const maxMinutes = maxSessionSeconds / 60;

/** Null if the product API has no such rules. */
export const readSignInRules = async (context: Context, organisationId: string): Promise<SignInRules | null> =>
  toSignInRules((await readSingleSignOnResponse(context, organisationId))?.sign_in_rules);

const update = passOn(calls.updateSignInRules, {
  answer: ({ signInRules }) => ({ organisationId: idOf(recordOf(signInRules).id), signInRules }),
});

/** REST-7, then the call, after checking caller and length; neither is repeated. */
export async function updateSignInRules(
  root: object,
  args: MutationUpdateSignInRulesArgs,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const { organisationId, sessionMinutes: minutes } = args.input;
  await authorize(context.api, 'sso:activate', String(organisationId).trim());
  const isAllowed = minutes == null || (minutes >= minSessionMinutes && minutes <= maxMinutes);
  assertValid(isAllowed ? null : { path: 'sessionMinutes', ...sessionLengthProblem(maxMinutes) });
  const answer: { organisationId: string | null; signInRules: unknown } = await update(root, args, context, info);
  return {
    organisationId: answer.organisationId,
    async signInRules() {
      const signInRules = toSignInRules(answer.signInRules);
      if (signInRules === null) throw incompleteResponse(context.log, calls.updateSignInRules, 'signInRules');
      return signInRules;
    },
  };
}

function toSignInRules(answer: unknown): SignInRules | null {
  const body = recordOf(answer);
  const [id, allowed] = [idOf(body.id), integerOf(body.maxSessionMinutes)];
  if (id === null || allowed === null) return null;
  const maxSessionMinutes = Math.min(allowed, maxMinutes);
  const minutes = integerOf(body.sessionMinutes);
  return {
    id,
    sessionMinutes: minutes !== null && minutes < maxSessionMinutes ? minutes : null,
    maxSessionMinutes,
    factorRequired: boolOf(body.factorRequired),
    usersWithoutFactor: integerOf(body.usersWithoutFactor),
  };
}
