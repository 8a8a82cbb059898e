import { useEffect, useEffectEvent, useState } from 'react';
import { useBlocker } from 'react-router-dom';

const eventName = 'console-leaving';

/** Leaves the page in a way that the router does not see (signing out, another module), once every form that has unsaved changes agrees. */
export const askBeforeLeaving = (leave: () => void): void => {
  const free = window.dispatchEvent(new CustomEvent(eventName, { cancelable: true, detail: leave }));
  if (free) leave();
};

/**
 * Holds back whoever is about to leave while `isUnsaved` says so, and answers with the question to put to them. Closing the tab is asked by the browser
 * itself.
 */
export const useUnsavedQuestion = (isUnsaved: () => boolean): { stay: () => void; leave: () => void } | null => {
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there }) =>
      (here.pathname !== there.pathname || here.search !== there.search) && isUnsaved(),
  );
  const onLeaving = useEffectEvent((event: Event) => {
    if (event.defaultPrevented || !isUnsaved()) return;
    event.preventDefault();
    const { detail } = event as CustomEvent<() => void>;
    setWaiting(() => detail);
  });
  const onUnload = useEffectEvent((event: Event) => {
    if (isUnsaved()) event.preventDefault();
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
  if (!waiting) return null;
  const stay = () => setWaiting(null);
  return {
    stay,
    leave: () => {
      stay();
      waiting();
    },
  };
};
