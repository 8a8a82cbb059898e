import { useLocation } from 'react-router-dom';
import { useSession } from '../apollo/SessionProvider.tsx';
import { sendLogout } from '../apollo/sendLogout.ts';
import { askBeforeLeaving } from '../ui/useUnsavedQuestion.ts';

/** Signs out here and now, whatever the network does, and then tells the gateway. The session guard leads to the sign-in page. */
export const useSignOut = () => {
  const session = useSession();
  const { key } = useLocation();
  return () =>
    askBeforeLeaving(() => {
      const old = session.signOut(key);
      if (old !== null) void sendLogout(old);
    });
};
