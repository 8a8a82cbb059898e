import { expect, test } from 'vitest';
import { logoutText } from './test-single-sign-on.ts';

test.each([
  [
    'back-channel logout',
    { backchannel_logout_supported: true },
    /^Register the back-channel logout URI .* signed out of the console too/,
  ],
  [
    'front-channel logout alone',
    { frontchannel_logout_supported: true },
    /only front-channel logout, which the console/,
  ],
  ['neither', {}, /does not announce back-channel logout/],
  ['a text in place of a boolean', { backchannel_logout_supported: 'false' }, /does not announce/],
  [
    'an endpoint to sign out',
    { end_session_endpoint: 'https://idp.example/end' },
    /can then also sign out at the provider/,
  ],
  ['none', {}, /does not sign users out at the provider/],
  ['one that is a script', { end_session_endpoint: 'javascript:alert(1)' }, /does not sign users out at the provider/],
])('SIGNIN-55 what is said of a provider with %s', (_what, metadata, text) => {
  expect(logoutText(metadata)).toMatch(text);
});
