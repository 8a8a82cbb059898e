import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import type { ConfirmationMethod } from '../generated/schema-types.ts';
import { maxPasskeyResponseLength, reauthenticationSeconds } from '../rules.ts';
import { enumShape } from '../schema-shapes.ts';
import { moment } from '../shapes.ts';

const onlySession = 'the caller uses an API key, not a session';
const confirmedUntil = moment.describe(`good for one act of this session, ${reauthenticationSeconds} s`);

/** Acts that are confirmed by passkey or provider, as `valid_password` confirms them by password; extensions. */
export const confirmationsCalls = defineExtensionCalls('extensions_2', {
  confirmationMethods: {
    request: 'DESIGN-8 GET /consoles/ext/confirmation_methods',
    description:
      'How the caller can confirm an act: by the password, if there is one, a passkey, or the provider that signs them in. With an API key by the password only.',
    when: 'a dialog asks for a confirmation, and where the password is changed',
    answer: z.object({ confirmationMethods: z.array(enumShape<ConfirmationMethod>('ConfirmationMethod')) }),
  },
  newConfirmation: {
    request: 'DESIGN-8 POST /consoles/ext/new_confirmation',
    needsSession: true,
    kind: 'read',
    description:
      "What a browser needs to confirm an act with one of the caller's passkeys (`PublicKeyCredentialRequestOptionsJSON`). Nothing is stored; good for 5 minutes and this session.",
    when: 'a user confirms an act with a passkey',
    answer: z.object({ options: z.string().describe('JSON text') }),
    failures: { FORBIDDEN: onlySession, CONFLICT: 'the caller has no passkey' },
  },
  confirmWithPasskey: {
    request: 'DESIGN-8 POST /consoles/ext/confirm_with_passkey',
    needsSession: true,
    event: 'account:confirm',
    description:
      'Does what `valid_password` does, with the answer of a passkey of the caller that has verified the person. A challenge confirms once.',
    when: 'the browser has answered for a passkey',
    body: z.object({
      response: z
        .string()
        .max(maxPasskeyResponseLength)
        .describe('the answer of the browser (Web Authentication), as JSON text'),
    }),
    answer: z.object({ confirmedUntil }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: onlySession,
      WRONG_PASSWORD:
        'it is not a passkey of the caller, has not verified the person, or was asked for by another session, to sign in, or too long ago',
      RATE_LIMITED: 'too many refused answers of one session',
    },
  },
  startSingleSignOnConfirmation: {
    request: 'DESIGN-8 POST /consoles/ext/start_single_sign_on_confirmation',
    needsSession: true,
    event: 'account:confirm',
    description:
      'Begins a confirmation at the provider that signs the caller in: the address to open, where they sign in anew (`max_age=0`). Its `state` begins with `confirm.`. Good for 10 minutes, once, and for this session; ends the one before of this session.',
    when: 'a user confirms an act with single sign-on',
    answer: z.object({ address: z.string() }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: onlySession,
      INVALID: '`refusal` says why: one of the words of `complete_single_sign_on`',
      RATE_LIMITED: 'too many confirmations of one session that were begun and not completed',
    },
  },
  completeSingleSignOnConfirmation: {
    request: 'DESIGN-8 POST /consoles/ext/complete_single_sign_on_confirmation',
    needsSession: true,
    event: 'account:confirm',
    description:
      'Does what `valid_password` does, with what the provider gave the browser. The subject has to be the one that is linked with the caller, and `auth_time` not before the confirmation began; else refused with `OTHER_PERSON` or `NOT_REAUTHENTICATED` as `refusal`, or with a word of `complete_single_sign_on`.',
    when: 'the provider has sent a person back to confirm an act',
    body: z.object({
      state: z.string(),
      code: z.string().optional(),
      iss: z.string().optional(),
      error: z.string().optional(),
    }),
    answer: z.object({ confirmedUntil }),
    needsAnswer: true,
    failures: { FORBIDDEN: onlySession, INVALID: 'refused, for the reason in `refusal`' },
  },
});
