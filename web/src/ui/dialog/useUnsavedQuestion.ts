import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Location, useBlocker } from 'react-router-dom';
import { useSession } from '../../apollo/SessionProvider.tsx';

const eventName = 'console-leaving';

/** Leaves the page in a way that the router does not see (signing out, another module), after a confirmation if a form has unsaved changes. */
export const askBeforeLeaving = (leave: () => void): void => {
  const allowed = window.dispatchEvent(new CustomEvent(eventName, { cancelable: true, detail: leave }));
  if (allowed) leave();
};

/**
 * Blocks leaving the page while `isInput` returns true; returns the pending question, or null. `isInput` gets the
 * next location of the router. For closing or reloading the tab the browser shows its own question, unless `isStored`
 * returns true. The page also stays when the server ends the session, until the user has signed in again. `save` stores
 * the input before the session ends in another way.
 */
export const useUnsavedQuestion = (
  isInput: (there?: Location) => boolean,
  isStored?: () => boolean,
  save?: () => void,
): { stay: () => void; leave: () => void } | null => {
  const session = useSession();
  const isUnsaved = (there?: Location) => session.secret !== null && isInput(there);
  const [pendingLeave, setPendingLeave] = useState<(() => void) | null>(null);
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there }) =>
      (here.pathname !== there.pathname || here.search !== there.search) && isUnsaved(there),
  );
  // The navigation guard runs while React renders, when effect events must not be called.
  const latest = useRef({ isUnsaved, isStored, save });
  useLayoutEffect(function rememberLatest() {
    latest.current = { isUnsaved, isStored, save };
  });
  useEffect(
    function listenForLeaving() {
      const isUnsavedNow = () => latest.current.isUnsaved();
      const leaving = (event: Event) => {
        if (event.defaultPrevented || !isUnsavedNow()) return;
        event.preventDefault();
        const { detail } = event as CustomEvent<() => void>;
        setPendingLeave(() => detail);
      };
      const unload = (event: Event) => {
        if (isUnsavedNow() && !latest.current.isStored?.()) event.preventDefault();
      };
      const forget = session.onInterrupted({ save: () => latest.current.save?.(), isUnsaved: isUnsavedNow });
      window.addEventListener(eventName, leaving);
      window.addEventListener('beforeunload', unload);
      return () => {
        forget();
        window.removeEventListener(eventName, leaving);
        window.removeEventListener('beforeunload', unload);
      };
    },
    [session],
  );

  if (blocker.state === 'blocked') return { stay: blocker.reset, leave: blocker.proceed };
  if (!pendingLeave) return null;
  const stay = () => setPendingLeave(null);
  return {
    stay,
    leave: () => {
      stay();
      pendingLeave();
    },
  };
};
