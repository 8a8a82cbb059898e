import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';

/** Signing out at the identity provider with which a session began; extensions. */
export const providerSignOutCalls = defineExtensionCalls('extensions', {
  providerSignOut: {
    request: 'SIGNIN-56 POST /consoles/ext/provider_sign_out',
    kind: 'read',
    description:
      'Returns the URL for signing out at the identity provider with which the session began (OpenID Connect RP-Initiated Logout). It is the `end_session_endpoint` with `id_token_hint`, `client_id` and `post_logout_redirect_uri`. The call itself ends no session.',
    when: 'a user signs out here and at the identity provider',
    answer: z.object({
      address: z
        .string()
        .nullable()
        .describe('null if the session did not begin with an identity provider, or the provider has no such endpoint'),
    }),
    failures: { FORBIDDEN: 'the caller uses an API key, not a session' },
  },
});
