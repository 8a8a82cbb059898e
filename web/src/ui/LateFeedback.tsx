import { useEffect, useSyncExternalStore } from 'react';
import { LaterPart } from './LaterPart.ts';
import { alertStore, toastStore } from './toasts.tsx';

const part = new LaterPart(() => import('./Feedback.tsx').then(({ Feedback }) => Feedback));
const bring = () => void part.bring().catch(() => undefined);

export const bringFeedback = (): Promise<void> => part.bring();

/** The places of alerts and toasts, brought once the page is drawn. If they cannot be had, the next thing to tell asks again, and is shown when they come. */
export function LateFeedback() {
  const Feedback = useSyncExternalStore(part.subscribe, () => part.now);
  const missing = Feedback === null;
  useEffect(
    function bringWhatTells() {
      if (!missing) return;
      bring();
      const stops = [alertStore, toastStore].map((store) => store.subscribe(bring));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [missing],
  );
  return Feedback && <Feedback />;
}
