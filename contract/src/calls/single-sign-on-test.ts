import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import { id, inputId, moment } from '../shapes.ts';

/** The steps of a test of the connection, in order. */
export const connectionTestSteps = ['ADDRESS', 'DISCOVERY', 'ISSUER', 'KEYS', 'CLOCK', 'LOGOUT'] as const;

/** The steps of a test by signing in, in order. */
export const signInTestSteps = ['CLIENT', 'CLAIMS', 'DOMAIN'] as const;

/** The steps of all tests. */
export const singleSignOnTestSteps = [...connectionTestSteps, ...signInTestSteps] as const;

/** Kind of test: the connection to the provider, or a sign-in of the user who tests. */
export const singleSignOnTestKinds = ['CONNECTION', 'SIGN_IN'] as const;

const finding = z.object({
  step: z.enum(singleSignOnTestSteps),
  has_passed: z.boolean().nullable().describe('null: not tested, because an earlier step failed'),
  message: z.string().describe('what was found, and what to do about it'),
});

export const singleSignOnTest = z.object({
  id,
  created_at: moment,
  tested_by: z.string().nullable().describe('as `enabled_by`'),
  kind: z.enum(singleSignOnTestKinds).optional(),
  has_passed: z.boolean(),
  findings: z.array(finding),
});

const sessionOnly = 'the caller uses an API key, not a session; or the role does not allow changing single sign-on';

/** The sign-in test of single sign-on at the identity provider; extensions. */
export const singleSignOnTestCalls = defineExtensionCalls('extensions', {
  startSingleSignOnTest: {
    request: 'SIGNIN-17 POST /consoles/ext/start_single_sign_on_test',
    event: 'sso:test',
    description:
      'Starts a sign-in test. Returns the URL of the identity provider to open. Its `state` begins with `test.`. Valid for 10 minutes, once, and for this session.',
    when: 'a user signs in to test single sign-on',
    body: z.object({ org_id: inputId }),
    answer: z.object({ address: z.string() }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: sessionOnly,
      NOT_FOUND: 'the organisation does not exist, or the caller cannot see it',
      CONFLICT: 'the current settings have not passed `test_single_sign_on`',
      INVALID: '`refusal` gives the reason: one of the words of `complete_single_sign_on`',
      RATE_LIMITED: 'too many tests of one organisation',
    },
  },
  completeSingleSignOnTest: {
    request: 'SIGNIN-17 POST /consoles/ext/complete_single_sign_on_test',
    event: 'sso:test',
    description:
      'Stores what the provider’s response to a test showed: client and secret, claims and domain. No one is signed in, no account is created or linked, and nothing is revealed about accounts.',
    when: 'the identity provider has redirected a user back from a test',
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
      CONFLICT: 'the issuer, client or secret changed during the test',
      INVALID: '`refusal` is `EXPIRED`: unknown, used, too old, or started by another session or for another purpose',
    },
  },
});
