import { useLocation } from 'react-router-dom';
import { browserPage } from '../apollo/browserPage.ts';
import { useSession } from '../apollo/SessionProvider.tsx';
import { sendLogout, sendLogoutAtProvider } from '../apollo/sendLogout.ts';
import { useFragment } from '../apollo/useFragment.ts';
import { hideMessages } from '../feedback/toasts.tsx';
import { graphql } from '../gql/gql.ts';
import { askBeforeLeaving } from '../ui/dialog/useUnsavedQuestion.ts';
import { httpAddress } from '../ui/navigation/httpAddress.ts';

const viewerFragment = graphql(`fragment useSignOut_viewer on Viewer { providerSignOut { provider required } }`);

interface SignOut {
  /** Signs out at the identity provider too, where the organisation requires it. */
  signOut: () => void;
  /** Set if the viewer can choose to sign out at the identity provider too. */
  atProvider: { provider: string; signOut: () => void } | null;
}

/** Signs out in this browser at once, then calls the gateway. The session guard redirects to the sign-in page, and the provider back to it. */
export function useSignOut(): SignOut {
  const session = useSession();
  const { key } = useLocation();
  const { data, complete } = useFragment(viewerFragment, { __typename: 'Viewer' });
  const offered = complete ? data.providerSignOut : null;
  const leave = (send: (secret: string) => Promise<void>) => () =>
    askBeforeLeaving(() => {
      const old = session.signOut(key);
      hideMessages();
      if (old !== null) void send(old);
    });
  const signOutAtProvider = leave(async (secret) => {
    const address = httpAddress((await sendLogoutAtProvider(secret)) ?? '');
    if (address) browserPage.goTo(address);
  });
  if (offered?.required) return { signOut: signOutAtProvider, atProvider: null };
  return {
    signOut: leave(sendLogout),
    atProvider: offered && { provider: offered.provider, signOut: signOutAtProvider },
  };
}
