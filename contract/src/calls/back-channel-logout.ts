import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';

/** The longest logout token, in characters. */
export const maxLogoutToken = 16_384;

/** Logout that a provider begins; extensions. */
export const backChannelLogoutCalls = defineExtensionCalls('back_channel_logout', {
  backChannelLogout: {
    request: 'BACKCHANNEL-1 POST /consoles/ext/back_channel_logout',
    event: 'session:endByProvider',
    access: 'public',
    description:
      'Ends sessions that began with the provider of an organisation (OpenID Connect Back-Channel Logout 1.0): the one of `sid`, or all of the person of `sub`. Sessions of which nothing is known are no failure.',
    when: 'a provider posts a logout token to `/sso/logout/{guid}`',
    body: z.object({
      organisation: z.string().max(64).describe("the organisation's `guid`"),
      logout_token: z.string().max(maxLogoutToken).describe('signed by the provider; good once'),
    }),
    answer: z.object({}),
    failures: {
      INVALID: 'the token is not a valid one of this organisation’s provider, or was used; or single sign-on is off',
      RATE_LIMITED: 'too many refused tokens of one address',
    },
  },
});
