import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { loginPath } from '../apollo/loginPath.ts';
import { useSession, useSignedIn } from '../apollo/SessionProvider.tsx';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';

/** Requires a session. When it ends, the page disappears at once, even while the sign-in page is still loading. */
export function SessionGuard() {
  const session = useSession();
  const signedIn = useSignedIn();
  const { key, pathname, search } = useLocation();
  if (signedIn) return <Outlet />;
  return (
    <>
      <LoadingScreen whole />
      <Navigate to={session.signedOutAt === key ? '/login' : loginPath(pathname + search)} replace />
    </>
  );
}
