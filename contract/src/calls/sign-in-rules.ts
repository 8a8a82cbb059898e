import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import { inputId } from '../shapes.ts';

/** The rules that an organisation sets for the sign-ins of its users. */
export const signInRules = z.object({
  session_minutes: z.int().nullable().describe('the length of sessions; null: `max_session_minutes`'),
  max_session_minutes: z.int().describe('the longest session length that the operator allows'),
  factor_required: z
    .boolean()
    .describe('whether a second factor is required; an emailed passcode does not count as one'),
  users_without_factor: z
    .int()
    .nullable()
    .describe('active users who have not set up a second factor; null if the caller may not see the security of users'),
});
const answer = z.object({ sign_in_rules: signInRules });
const notFound = 'the organisation does not exist, or the caller may not see it';

/** Changing the sign-in rules of an organisation, with or without single sign-on; `single_sign_on` returns them. Extensions. */
export const signInRulesCalls = defineExtensionCalls('extensions', {
  updateSignInRules: {
    request: 'RULES-2 POST /consoles/ext/update_sign_in_rules',
    event: 'sso:setSignInRules',
    description:
      'Changes the rules that are given. A shorter session length also applies to existing sessions, a longer one only to new sessions. If a second factor becomes required, sign-ins by password ask for it at once, and it is mandatory after 14 days. The 14 days start with the change of the rules. If a user is later created or activated, sets a first password or has their factors reset, their 14 days start at that time. After that, every other call of a session without a second factor is refused (FACTOR_REQUIRED). Requires `valid_password` beforehand. All Organisers are emailed.',
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
      INVALID: 'at least one field is not valid',
    },
  },
});
