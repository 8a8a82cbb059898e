import { Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LoadingScreen } from '../ui/feedback/LoadingScreen.tsx';
import { lazyComponent } from '../ui/feedback/loadChunk.ts';
import { RedirectAfterSignIn } from './RedirectAfterSignIn.tsx';

const ExternalRedirect = lazyComponent(async () => (await import('./ExternalRedirect.tsx')).ExternalRedirect);

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
