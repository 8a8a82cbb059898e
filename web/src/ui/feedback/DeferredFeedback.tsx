import { useEffect, useSyncExternalStore } from 'react';
import { DeferredComponent } from './DeferredComponent.ts';
import { alertStore, toastStore } from './toasts.tsx';

const deferred = new DeferredComponent(() => import('./Feedback.tsx').then((module) => module.Feedback));
const load = () => void deferred.load().catch(() => undefined);

export const loadFeedback = (): Promise<void> => deferred.load();

/** The regions of alerts and toasts, loaded once the page is drawn. If that fails, the next message loads them again. */
export function DeferredFeedback() {
  const Feedback = useSyncExternalStore(deferred.subscribe, () => deferred.component);
  const missing = Feedback === null;
  useEffect(
    function loadForFirstMessage() {
      if (!missing) return;
      load();
      const stops = [alertStore, toastStore].map((store) => store.subscribe(load));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [missing],
  );
  return Feedback && <Feedback />;
}
