import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';

/** The longest logout token, in characters. */
export const maxLogoutToken = 16_384;

/** Why a logout token was refused. The activity and the page of single sign-on say it, the response to the provider does not. */
export const logoutRefusals = {
  LOGOUT_TOKEN_MALFORMED: 'what was sent is not a token',
  LOGOUT_TOKEN_ALGORITHM: 'the token is not signed with RS, PS or ES keys',
  LOGOUT_TOKEN_TYPE: 'the token is of another kind',
  LOGOUT_TOKEN_ISSUER: 'the token is of another issuer than the settings have',
  LOGOUT_TOKEN_AUDIENCE: 'the token is for another client ID',
  LOGOUT_TOKEN_EVENT: 'the token does not name the event of a logout',
  LOGOUT_TOKEN_NONCE: 'the token has a nonce, which only ID tokens have',
  LOGOUT_TOKEN_TIME: 'the token is from the future, because the clocks differ or it has no valid iat',
  LOGOUT_TOKEN_EXPIRED: 'the token has expired',
  LOGOUT_TOKEN_ID: 'the token has no jti',
  LOGOUT_TOKEN_SUBJECT: 'the token names neither a person (sub) nor a session (sid)',
  LOGOUT_TOKEN_SIGNATURE: 'the signature is not of a key that the provider publishes',
  LOGOUT_TOKEN_USED: 'the token was used before',
} as const;

/** One of the reasons. */
export type LogoutRefusal = keyof typeof logoutRefusals;

/** Logout that a provider begins; extensions. */
export const backChannelLogoutCalls = defineExtensionCalls('extensions_2', {
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
