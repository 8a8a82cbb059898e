import { Suspense, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { addressToken } from '../apollo/addressTokens.ts';
import { loadClient } from '../apollo/loadClient.ts';
import { useSession, useSignedIn } from '../apollo/SessionProvider.tsx';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { whenPainted } from '../feedback/whenPainted.ts';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { AdoptSession } from './AdoptSession.tsx';
import type { InactiveReason } from './DisabledAccountDialog.tsx';
import { RedirectAfterSignIn } from './RedirectAfterSignIn.tsx';
import { SignIn } from './SignIn.tsx';

const emailIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : '';

/** The sign-in page. It redirects as soon as there is a session, also from another tab. A session that a module handed over is adopted first. */
export function Component() {
  const signedIn = useSignedIn();
  const { state } = useLocation();
  const [adopting, setAdopting] = useState(() => addressToken('sessionToken') !== null);
  const [refused, setRefused] = useState<InactiveReason | null>(null);
  const session = useSession();
  usePageTitle('Sign in');
  useEffect(
    function preloadClient() {
      // A failure is reported when the client is used.
      whenPainted()
        .then(() => loadClient(session))
        .catch(() => undefined);
    },
    [session],
  );
  if (adopting)
    return (
      <AdoptSession
        onDone={(inactive) => {
          setRefused(inactive);
          setAdopting(false);
        }}
      />
    );
  if (signedIn) return <ContinueToModule />;
  return <SignIn firstEmail={emailIn(state)} refused={refused} />;
}

const ExternalRedirect = lazyPart(async () => (await import('./ExternalRedirect.tsx')).ExternalRedirect);

/** Redirects a signed-in user from the sign-in page: `redirect` before `source` before `next`, otherwise to the first page. */
function ContinueToModule() {
  const [query] = useSearchParams();
  return query.has('redirect') || query.has('source') ? (
    <Suspense fallback={<LoadingScreen />}>
      <ExternalRedirect query={query} />
    </Suspense>
  ) : (
    <RedirectAfterSignIn query={query} />
  );
}
