import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { Inwards } from './Inwards.tsx';

const OutOfConsole = lazy(() => import('./OutOfConsole.tsx').then(({ OutOfConsole: shown }) => ({ default: shown })));

/** Where somebody who is signed in goes from the sign-in page: redirect before source before next, else the first page. */
export function LeadOn() {
  const [query] = useSearchParams();
  return query.has('redirect') || query.has('source') ? (
    <Suspense fallback={<LoadingScreen />}>
      <OutOfConsole query={query} />
    </Suspense>
  ) : (
    <Inwards query={query} />
  );
}
