import { Navigate } from 'react-router-dom';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';
import { safeNextPath } from './safeNextPath.ts';

/** Redirects to `next`, otherwise to the first page. */
export function RedirectAfterSignIn({ query }: { query: URLSearchParams }) {
  return (
    <>
      <LoadingScreen />
      <Navigate to={safeNextPath(query.get('next'), window.location.origin)} replace />
    </>
  );
}
