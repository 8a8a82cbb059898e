import { z } from 'zod';
import { defineExtensionCalls, passwordNeeded } from '../call.ts';
import { inputId } from '../shapes.ts';

/** The links between users and the identity providers of their organisations; extensions. */
export const providerLinksCalls = defineExtensionCalls('extensions', {
  unlinkProvider: {
    request: 'SIGNIN-53 POST /consoles/ext/unlink_provider',
    needsSession: true,
    event: 'security:unlinkProvider',
    description:
      'Unlinks a user from the identity provider of their organisation, and ends their sessions that began with it. The user is emailed. Their next sign-in there is treated as the first one, which an emailed link confirms. Without a link, nothing changes.',
    when: 'an Organiser or Administrator unlinks a user who was created again at the identity provider',
    body: z.object({ user_id: inputId }),
    answer: z.object({}),
    failures: {
      FORBIDDEN:
        'the caller uses an API key, not a session; the user has a higher role; or the caller’s role may not do this',
      NOT_FOUND: 'there is no such user, or they belong to another organisation',
      WRONG_PASSWORD: passwordNeeded,
    },
  },
});
