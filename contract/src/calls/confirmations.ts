import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import { maxPasskeyResponseLength, reauthenticationSeconds } from '../rules.ts';
import { moment } from '../shapes.ts';

/** How a person confirms an act that is asked for the password. */
export const confirmationWays = ['password', 'passkey', 'single_sign_on'] as const;

/** One of the ways. */
export type ConfirmationWay = (typeof confirmationWays)[number];

const onlySession = 'the caller uses an API key, not a session';
const validUntil = moment.describe(`good for one act of this session, ${reauthenticationSeconds} s`);

/** Acts that are confirmed by passkey or provider, as `valid_password` confirms them by password; extensions. */
export const confirmationsCalls = defineExtensionCalls('confirmations', {
  confirmationWays: {
    request: 'DESIGN-8 GET /consoles/ext/confirmation_ways',
    description:
      'How the caller can confirm an act: by the password, if there is one, a passkey, or the provider that signs them in. With an API key by the password only.',
    when: 'a dialog asks for a confirmation, and where the password is changed',
    answer: z.object({ ways: z.array(z.enum(confirmationWays)) }),
  },
  newConfirmation: {
    request: 'DESIGN-8 POST /consoles/ext/new_confirmation',
    kind: 'read',
    description:
      "What a browser needs to confirm an act with one of the caller's passkeys (`PublicKeyCredentialRequestOptionsJSON`). Nothing is stored; good for 5 minutes and this session.",
    when: 'a user confirms an act with a passkey',
    answer: z.object({ options: z.string().describe('JSON text') }),
    failures: { FORBIDDEN: onlySession, CONFLICT: 'the caller has no passkey' },
  },
  confirmWithPasskey: {
    request: 'DESIGN-8 POST /consoles/ext/confirm_with_passkey',
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
    answer: z.object({ valid_until: validUntil }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: onlySession,
      WRONG_PASSWORD:
        'it is not a passkey of the caller, has not verified the person, or was asked for by another session, to sign in, or too long ago',
      RATE_LIMITED: 'too many refused answers of one session',
    },
  },
});
