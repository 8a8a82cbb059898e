import { Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { RedirectAfterSignIn } from './RedirectAfterSignIn.tsx';

const ExternalRedirect = lazyPart(async () => (await import('./ExternalRedirect.tsx')).ExternalRedirect);

/** Redirects a signed-in user from the sign-in page: `redirect` before `source` before `next`, otherwise to the first page. */
export function ContinueToModule() {
  const [query] = useSearchParams();
  return query.has('redirect') || query.has('source') ? (
    <Suspense fallback={<LoadingScreen />}>
      <ExternalRedirect query={query} />
    </Suspense>
  ) : (
    <RedirectAfterSignIn query={query} />
  );
}
