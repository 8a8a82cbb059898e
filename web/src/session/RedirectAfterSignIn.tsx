import { Navigate } from 'react-router-dom';
import { LoadingScreen } from '../ui/feedback/LoadingScreen.tsx';
import { safeNext } from './safeNext.ts';

/** Redirects to `next`, otherwise to the first page. */
export function RedirectAfterSignIn({ query }: { query: URLSearchParams }) {
  return (
    <>
      <LoadingScreen />
      <Navigate to={safeNext(query.get('next'), window.location.origin)} replace />
    </>
  );
}
