import { signInRulesCalls as calls } from '@console/contract/calls/sign-in-rules';
import { minSessionMinutes, sessionLengthProblem } from '@console/contract/session-length';
import type { GraphQLResolveInfo } from 'graphql';
import { authorize } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid } from '../core/input-checks.ts';
import type { MutationUpdateSignInRulesArgs, SignInRules } from '../generated/resolvers-types.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { boolOf, idOf, integerOf, recordOf } from '../product-api/shape.ts';
import { passOn } from '../specified/pass-on.ts';
import { readSingleSignOnResponse } from './single-sign-on.ts';

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
  const rules = await readSignInRules(context, String(organisationId));
  if (rules && minutes != null) {
    const isAllowed = minutes >= minSessionMinutes && minutes <= rules.maxSessionMinutes;
    assertValid(isAllowed ? null : { path: 'sessionMinutes', ...sessionLengthProblem(rules.maxSessionMinutes) });
  }
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
  const [id, maxSessionMinutes] = [idOf(body.id), integerOf(body.maxSessionMinutes)];
  if (id === null || maxSessionMinutes === null) return null;
  return {
    id,
    sessionMinutes: integerOf(body.sessionMinutes),
    maxSessionMinutes,
    factorRequired: boolOf(body.factorRequired),
    usersWithoutFactor: integerOf(body.usersWithoutFactor),
  };
}
