import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import { id, inputId } from '../shapes.ts';

const sessionOnly = 'the caller uses an API key, not a session; or the role may not switch single sign-on';

/** The test of single sign-on by signing in at the provider; extensions. */
export const singleSignOnTestCalls = defineExtensionCalls('sign_in_tests', {
  startSingleSignOnTest: {
    request: 'SIGNIN-17 POST /consoles/ext/start_single_sign_on_test',
    event: 'sso:test',
    description:
      'Begins a test by signing in: the address of the provider to open. Its `state` begins with `test.`. Good for 10 minutes, once, and for this session; ends what this session has begun at a provider before.',
    when: 'a person signs in to test single sign-on',
    body: z.object({ org_id: inputId }),
    answer: z.object({ address: z.string() }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: sessionOnly,
      NOT_FOUND: 'the organisation does not exist, or the caller may not see it',
      CONFLICT: 'the settings as they are have not passed `test_single_sign_on`',
      INVALID: '`refusal` says why: one of the words of `complete_single_sign_on`',
      RATE_LIMITED: 'too many tests of one organisation',
    },
  },
  completeSingleSignOnTest: {
    request: 'SIGNIN-17 POST /consoles/ext/complete_single_sign_on_test',
    event: 'sso:test',
    description:
      'Stores what the provider’s answer to a test has shown: client and secret, claims and domain. It signs no one in, creates and links no account, and says nothing about accounts.',
    when: 'the provider has sent a person back from a test',
    body: z.object({
      state: z.string(),
      code: z.string().optional(),
      iss: z.string().optional(),
      error: z.string().optional(),
    }),
    answer: z.object({ org_id: id, has_passed: z.boolean() }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: sessionOnly,
      CONFLICT: 'issuer, client or secret were changed during the test',
      INVALID: '`refusal` is `EXPIRED`: unknown, used, too old, or begun by another session or for something else',
    },
  },
});
