import { endSessionEndpointOf } from '../core/access/provider-sign-out.ts';

/** What of signing out will work, by what the provider says of itself: there with effect here, and here with effect there. */
export function logoutText({
  backchannel_logout_supported,
  frontchannel_logout_supported,
  end_session_endpoint,
}: Readonly<Record<string, unknown>>): string {
  const fromThere =
    backchannel_logout_supported === true
      ? 'Users who sign out at the provider are signed out here too, once the back-channel logout URI is registered there.'
      : frontchannel_logout_supported === true
        ? 'The provider has only front-channel logout, which the console does not use. After users sign out there, their sessions here continue until they expire.'
        : 'The provider does not announce back-channel logout. Without it, sessions here continue after users sign out there, until they expire.';
  const fromHere =
    endSessionEndpointOf(end_session_endpoint) === null
      ? 'Signing out here does not sign users out at the provider, which has no end_session_endpoint.'
      : 'Users who sign out here can also sign out at the provider, once the post-logout redirect URI is registered there.';
  return `${fromThere} ${fromHere}`;
}
