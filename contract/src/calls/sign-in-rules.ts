import { z } from 'zod';
import { defineExtensionCalls, passwordNeeded } from '../call.ts';
import type * as schema from '../generated/schema-types.ts';
import { inputShape, responseShape } from '../schema-shapes.ts';

/** The rules that an organisation sets for the sign-ins of its users. */
export const signInRules = responseShape<schema.SignInRules>('SignInRules');

/** Changes the sign-in rules of an organisation, whether or not it uses single sign-on; `single_sign_on` returns them. Extensions. */
export const signInRulesCalls = defineExtensionCalls('extensions', {
  updateSignInRules: {
    request: 'RULES-2 POST /consoles/ext/update_sign_in_rules',
    needsSession: true,
    event: 'sso:setSignInRules',
    description:
      'Changes the rules that are given. A shorter session length also applies to existing sessions, a longer one only to new sessions. If a second factor becomes required, sign-ins by password ask for it at once, and it is mandatory after 14 days. The 14 days start with the change of the rules. If a user is later created, sets a first password or has their factors reset, their 14 days start at that time. After that, every other call of a session without a second factor is refused (FACTOR_REQUIRED). Requires `valid_password` beforehand. All Organisers are emailed.',
    when: 'the sign-in rules are saved',
    body: inputShape<schema.UpdateSignInRulesInput>('UpdateSignInRulesInput').omit({ currentPassword: true }),
    answer: z.object({ signInRules }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: 'the caller uses an API key, not a session; or the role is not allowed to set the rules',
      NOT_FOUND: 'the organisation does not exist, or the caller cannot see it',
      WRONG_PASSWORD: passwordNeeded,
      INVALID: 'at least one field is not valid',
    },
  },
});
