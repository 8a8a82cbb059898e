import { endSessionEndpointOf } from '../core/access/provider-sign-out.ts';

/** What of signing out will work, by what the provider says of itself: there with effect here, and here with effect there. */
export function logoutText({
  backchannel_logout_supported,
  frontchannel_logout_supported,
  end_session_endpoint,
}: Readonly<Record<string, unknown>>): string {
  const fromThere =
    backchannel_logout_supported === true
      ? 'Signing out at the provider signs people out here too, once the logout address is registered there (back-channel logout).'
      : frontchannel_logout_supported === true
        ? 'The provider has front-channel logout only, which the console does not use. After signing out there, sessions here go on until they end by themselves.'
        : 'The provider does not say that it has back-channel logout. Without it, sessions here go on after signing out there, until they end by themselves.';
  const fromHere =
    endSessionEndpointOf(end_session_endpoint) === null
      ? 'Signing out here does not sign people out at the provider, which has no end_session_endpoint.'
      : 'People can sign out at the provider too when they sign out here, once the post-logout redirect address is registered there.';
  return `${fromThere} ${fromHere}`;
}
