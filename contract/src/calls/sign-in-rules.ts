import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import { inputId } from '../shapes.ts';

/** What an organisation asks of the sign-ins of its users. */
export const signInRules = z.object({
  session_minutes: z.int().nullable().describe('the length of sessions; null: `max_session_minutes`'),
  max_session_minutes: z.int().describe('the length that the operator allows'),
  factor_required: z.boolean().describe('a second factor is required, which a mailed passcode is not'),
  users_without_factor: z
    .int()
    .nullable()
    .describe('active users who have set up none; null for who may not see the security of users'),
});
const answer = z.object({ sign_in_rules: signInRules });
const notFound = 'the organisation does not exist, or the caller may not see it';

/** Changes what an organisation asks of the sign-ins of its users, with single sign-on or without; `single_sign_on` answers it. Extensions. */
export const signInRulesCalls = defineExtensionCalls('extensions_2', {
  updateSignInRules: {
    request: 'RULES-2 POST /consoles/ext/update_sign_in_rules',
    event: 'sso:setSignInRules',
    description:
      'Changes what it is given. Shorter sessions hold at once for those that exist, longer ones for new sessions. A factor that becomes required is asked for at sign-ins by password, and needed after 14 days: from then, from the creation, activation or first password of the user, or from a reset of their factors, whichever is latest; sessions without one are then refused every other call (FACTOR_REQUIRED). Needs `valid_password` before. All Organisers are mailed.',
    when: 'the sign-in rules are saved',
    body: z.object({
      org_id: inputId,
      session_minutes: z
        .int()
        .nullish()
        .describe('from 15 to `max_session_minutes`; null: as long as the operator allows'),
      factor_required: z.boolean().optional(),
    }),
    answer,
    needsAnswer: true,
    failures: {
      FORBIDDEN: 'the caller uses an API key, not a session; or the role may not set the rules',
      NOT_FOUND: notFound,
      WRONG_PASSWORD: 'the password was not confirmed within the last minute',
      INVALID: '`errors` by field',
    },
  },
});
