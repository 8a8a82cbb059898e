import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';

/** The longest logout token, in characters. */
export const maxLogoutToken = 16_384;

/** Why a logout token was rejected. The activity log and the single sign-on page show the reason; the response to the provider does not. */
export const logoutRefusals = {
  LOGOUT_TOKEN_MALFORMED: 'the data is not a token',
  LOGOUT_TOKEN_ALGORITHM: 'the token is not signed with an RS, PS or ES key',
  LOGOUT_TOKEN_TYPE: 'the token is of another type',
  LOGOUT_TOKEN_ISSUER: 'the token’s issuer is not the one in the settings',
  LOGOUT_TOKEN_AUDIENCE: 'the token is for another client ID',
  LOGOUT_TOKEN_EVENT: 'the token has no logout event',
  LOGOUT_TOKEN_NONCE: 'the token has a nonce, which only ID tokens can have',
  LOGOUT_TOKEN_TIME: 'the token is from the future, because the clocks differ or its iat is not valid',
  LOGOUT_TOKEN_EXPIRED: 'the token has expired',
  LOGOUT_TOKEN_ID: 'the token has no jti',
  LOGOUT_TOKEN_SUBJECT: 'the token names neither a user (sub) nor a session (sid)',
  LOGOUT_TOKEN_SIGNATURE: 'the token was not signed with a key that the provider publishes',
  LOGOUT_TOKEN_USED: 'the token was already used',
} as const;

export type LogoutRefusal = keyof typeof logoutRefusals;

export const backChannelLogoutCalls = defineExtensionCalls('extensions', {
  backChannelLogout: {
    request: 'BACKCHANNEL-1 POST /consoles/ext/back_channel_logout',
    event: 'session:endByProvider',
    access: 'public',
    description:
      "Ends sessions that began with an organisation's identity provider (OpenID Connect Back-Channel Logout 1.0). The token names a session (`sid`), or a user (`sub`), for all of their sessions. Succeeds if no such session exists.",
    when: 'a provider posts a logout token to `/sso/logout/{guid}`',
    body: z.object({
      organisation: z.string().max(64).describe("the organisation's `guid`"),
      logout_token: z.string().max(maxLogoutToken).describe('signed by the provider; can be used once'),
    }),
    answer: z.object({}),
    failures: {
      INVALID: 'the token is not valid for this organisation’s provider or was already used, or single sign-on is off',
      RATE_LIMITED: 'too many rejected tokens from one IP address (IPv6: one /64)',
    },
  },
});
