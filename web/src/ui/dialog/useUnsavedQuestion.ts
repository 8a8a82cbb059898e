import { useEffect, useEffectEvent, useState } from 'react';
import { type Location, useBlocker } from 'react-router-dom';

const eventName = 'console-leaving';

/** Leaves the page in a way that the router does not see (signing out, another module), after a confirmation if a form has unsaved changes. */
export const askBeforeLeaving = (leave: () => void): void => {
  const allowed = window.dispatchEvent(new CustomEvent(eventName, { cancelable: true, detail: leave }));
  if (allowed) leave();
};

/**
 * Blocks leaving the page while `isUnsaved` returns true; returns the pending question, or null. `isUnsaved` gets the
 * next location of the router. For closing or reloading the tab the browser shows its own question, unless `isStored`
 * returns true.
 */
export const useUnsavedQuestion = (
  isUnsaved: (there?: Location) => boolean,
  isStored: () => boolean = () => false,
): { stay: () => void; leave: () => void } | null => {
  const [pendingLeave, setPendingLeave] = useState<(() => void) | null>(null);
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there }) =>
      (here.pathname !== there.pathname || here.search !== there.search) && isUnsaved(there),
  );
  const onLeaving = useEffectEvent((event: Event) => {
    if (event.defaultPrevented || !isUnsaved()) return;
    event.preventDefault();
    const { detail } = event as CustomEvent<() => void>;
    setPendingLeave(() => detail);
  });
  const onUnload = useEffectEvent((event: Event) => {
    if (isUnsaved() && !isStored()) event.preventDefault();
  });

  useEffect(function listenForLeaving() {
    const leaving = (event: Event) => onLeaving(event);
    const unload = (event: Event) => onUnload(event);
    window.addEventListener(eventName, leaving);
    window.addEventListener('beforeunload', unload);
    return () => {
      window.removeEventListener(eventName, leaving);
      window.removeEventListener('beforeunload', unload);
    };
  }, []);

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
