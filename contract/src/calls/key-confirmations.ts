import { z } from 'zod';
import { defineExtensionCalls, passwordNeeded } from '../call.ts';
import { anyId } from '../schema-shapes.ts';
import { apiKey } from './keys.ts';

/** API keys that are suspended until they are confirmed; extensions. */
export const keyConfirmationCalls = defineExtensionCalls('extensions', {
  confirmKey: {
    request: 'SIGNIN-54 POST /consoles/ext/confirm_key',
    needsSession: true,
    event: 'keys:confirm',
    description:
      'Confirms a suspended API key of another user, which then works again at once. Has no effect if the key is not suspended.',
    when: 'an Organiser or Administrator confirms a key after its owner got a new link to the identity provider',
    body: z.object({ key_id: anyId }),
    answer: z.object({ key: apiKey }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: 'an API key was used, the role does not allow this, or the key is the caller’s own or a higher role’s',
      NOT_FOUND: 'there is no such key, or it belongs to another organisation',
      CONFLICT: 'the key was revoked or has expired',
      WRONG_PASSWORD: passwordNeeded,
    },
  },
});
