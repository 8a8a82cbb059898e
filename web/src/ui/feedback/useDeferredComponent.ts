import { type ComponentType, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { DeferredComponent } from './DeferredComponent.ts';
import { failureFromErrors } from './failure.ts';
import { reportFailure } from './toasts.tsx';

/** Loads a component once the page is drawn: null until then. If that fails, it is loaded again when `needed`, and a second failure is reported. */
export const useDeferredComponent = <Props>(
  deferred: DeferredComponent<Props>,
  needed = false,
): ComponentType<Props> | null => {
  const Component = useSyncExternalStore(deferred.subscribe, () => deferred.component);
  const missing = Component === null;
  const reportIfNeeded = useEffectEvent(() => {
    if (needed) reportFailure(failureFromErrors([]));
  });
  useEffect(
    function loadAfterDrawing() {
      if (missing || needed) deferred.load().catch(() => reportIfNeeded());
    },
    [deferred, missing, needed],
  );
  return Component;
};
