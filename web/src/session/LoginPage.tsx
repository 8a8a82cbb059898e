import { Navigate, useSearchParams } from 'react-router-dom';
import { useSignedIn } from '../apollo/SessionProvider.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { usePageTitle } from '../ui/usePageTitle.ts';
import { SignIn } from './SignIn.tsx';
import { SignInLayout } from './SignInLayout.tsx';
import { safeNext } from './safeNext.ts';

/** Signing in ends here in one way: as soon as there is a session, whoever made it, the page leads on. */
export function Component() {
  const signedIn = useSignedIn();
  const [query] = useSearchParams();
  usePageTitle('Sign in');
  if (signedIn)
    return (
      <>
        <LoadingScreen whole />
        <Navigate to={safeNext(query.get('next'), window.location.origin)} replace />
      </>
    );
  return (
    <SignInLayout>
      <SignIn />
    </SignInLayout>
  );
}
