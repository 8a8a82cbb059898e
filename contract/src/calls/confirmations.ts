import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import type { ConfirmationMethod } from '../generated/schema-types.ts';
import { maxPasskeyResponseLength, reauthenticationSeconds } from '../rules.ts';
import { enumShape } from '../schema-shapes.ts';
import { moment } from '../shapes.ts';

const onlySession = 'the caller uses an API key, not a session';
const confirmedUntil = moment.describe(`confirms one action of this session within ${reauthenticationSeconds} s`);

/** Confirmations by passkey or identity provider, used in place of the password in `valid_password`; extensions. */
export const confirmationsCalls = defineExtensionCalls('extensions', {
  confirmationMethods: {
    request: 'DESIGN-8 GET /consoles/ext/confirmation_methods',
    description:
      'Lists the ways in which the caller can confirm an action: password, passkey, or the identity provider they sign in through. An API key can confirm with the password only.',
    when: 'a dialog asks for a confirmation, and on the page where the password is changed',
    answer: z.object({ confirmationMethods: z.array(enumShape<ConfirmationMethod>('ConfirmationMethod')) }),
  },
  newConfirmation: {
    request: 'DESIGN-8 POST /consoles/ext/new_confirmation',
    needsSession: true,
    kind: 'read',
    description:
      "Returns what a browser needs to confirm an action with one of the caller's passkeys (`PublicKeyCredentialRequestOptionsJSON`). Nothing is stored. Valid for 5 minutes and for this session.",
    when: 'a user confirms an action with a passkey',
    answer: z.object({ options: z.string().describe('JSON as a string') }),
    failures: { FORBIDDEN: onlySession, CONFLICT: 'the caller has no passkey' },
  },
  confirmWithPasskey: {
    request: 'DESIGN-8 POST /consoles/ext/confirm_with_passkey',
    needsSession: true,
    event: 'account:confirm',
    description:
      "Has the same effect as `valid_password`, using the response of one of the caller's passkeys with user verification. A challenge confirms one action.",
    when: 'the browser has returned the response of a passkey',
    body: z.object({
      response: z
        .string()
        .max(maxPasskeyResponseLength)
        .describe("the browser's response (Web Authentication), as a JSON string"),
    }),
    answer: z.object({ confirmedUntil }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: onlySession,
      WRONG_PASSWORD:
        "the passkey is not the caller's, did not verify the user, or was requested by another session, for a sign-in, or too long ago",
      RATE_LIMITED: 'too many rejected responses in one session',
    },
  },
  startSingleSignOnConfirmation: {
    request: 'DESIGN-8 POST /consoles/ext/start_single_sign_on_confirmation',
    needsSession: true,
    event: 'account:confirm',
    description:
      'Starts a confirmation at the identity provider through which the caller signed in. Returns the URL to open, where they sign in again (`max_age=0`). Its `state` begins with `confirm.`. Valid for 10 minutes, once, and for this session, until the session has confirmed anything else.',
    when: 'a user confirms an action with single sign-on',
    answer: z.object({ address: z.string() }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: onlySession,
      INVALID: '`refusal` gives the reason: one of the words of `complete_single_sign_on`',
      RATE_LIMITED: 'one session started too many confirmations without completing them',
    },
  },
  completeSingleSignOnConfirmation: {
    request: 'DESIGN-8 POST /consoles/ext/complete_single_sign_on_confirmation',
    needsSession: true,
    event: 'account:confirm',
    description:
      'Has the same effect as `valid_password`, using what the provider returned to the browser. The subject must be the one linked to the caller, and `auth_time` must not be before the confirmation began. Otherwise the call fails with `OTHER_PERSON` or `NOT_REAUTHENTICATED` as `refusal`, or with a word of `complete_single_sign_on`.',
    when: 'the provider has redirected a user back to confirm an action',
    body: z.object({
      state: z.string(),
      code: z.string().optional(),
      iss: z.string().optional(),
      error: z.string().optional(),
    }),
    answer: z.object({ confirmedUntil }),
    needsAnswer: true,
    failures: { FORBIDDEN: onlySession, INVALID: 'the confirmation failed, for the reason in `refusal`' },
  },
});
