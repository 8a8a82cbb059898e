import { z } from 'zod';
import { defineExtensionCalls, passwordNeeded } from '../call.ts';
import { entUsr, inputId } from '../shapes.ts';

/** The blocks that identity providers set on the sign-in of users that they could not deactivate; extensions. */
export const signInBlockCalls = defineExtensionCalls('extensions', {
  unblockSignIn: {
    request: 'DESIGN-8 POST /consoles/ext/unblock_sign_in',
    needsSession: true,
    event: 'users:unblock',
    description:
      'Ends the block on the sign-in of a user, which the identity provider set because it could not deactivate a responder. The user can sign in again, and their API keys work again. Sessions that ended do not return. The provider may set the block again. Without a block, nothing changes.',
    when: 'an Organiser or Administrator unblocks the sign-in of a user',
    body: z.object({ user_id: inputId }),
    answer: z.object({ user: entUsr }),
    failures: {
      FORBIDDEN:
        'the caller uses an API key, not a session; the user has a higher role; or the caller’s role may not do this',
      NOT_FOUND: 'there is no such user, or they belong to another organisation',
      WRONG_PASSWORD: passwordNeeded,
    },
  },
});
