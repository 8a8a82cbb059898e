import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { browserPage } from '../apollo/browserPage.ts';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';
import { safeNextPath } from './safeNextPath.ts';

/** Paths that the gateway serves next to the console, with a redirect to the sign-in page. */
const servedPath = /^\/(docs|schema\.graphql)(?![\w.-])/;

/** Redirects to `next`, otherwise to the first page. */
export function RedirectAfterSignIn({ query }: { query: URLSearchParams }) {
  const path = safeNextPath(query.get('next'), window.location.origin);
  const isServed = servedPath.test(path);
  useEffect(
    function leaveForServedPage() {
      if (isServed) browserPage.leaveTo(path);
    },
    [isServed, path],
  );
  return (
    <>
      <LoadingScreen />
      {!isServed && <Navigate to={path} replace />}
    </>
  );
}
