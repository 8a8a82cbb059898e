import { useLocation } from 'react-router-dom';
import { useSession } from '../apollo/SessionProvider.tsx';
import { sendLogout } from '../apollo/sendLogout.ts';
import { askBeforeLeaving } from '../ui/dialog/useUnsavedQuestion.ts';

/** Signs out in this browser at once, then calls the gateway. The session guard redirects to the sign-in page. */
export const useSignOut = () => {
  const session = useSession();
  const { key } = useLocation();
  return () =>
    askBeforeLeaving(() => {
      const old = session.signOut(key);
      if (old !== null) void sendLogout(old);
    });
};
