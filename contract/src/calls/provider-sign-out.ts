import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';

/** Signing out at the provider with which a session began; extensions. */
export const providerSignOutCalls = defineExtensionCalls('extensions_2', {
  providerSignOut: {
    request: 'SIGNIN-56 POST /consoles/ext/provider_sign_out',
    kind: 'read',
    description:
      'Where the browser signs out at the identity provider with which the session began (OpenID Connect RP-Initiated Logout): the `end_session_endpoint` with `id_token_hint`, `client_id` and `post_logout_redirect_uri`. It ends nothing here.',
    when: 'a user signs out here and at the provider',
    answer: z.object({
      address: z
        .string()
        .nullable()
        .describe('null: the session did not begin at a provider, or its provider has no such endpoint'),
    }),
    failures: { FORBIDDEN: 'the caller uses an API key, not a session' },
  },
});
