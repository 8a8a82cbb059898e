import { type ComponentType, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { failureOf } from '../apollo/failure.ts';
import type { LaterPart } from './LaterPart.ts';
import { reportFailure } from './toasts.tsx';

/** A part that is brought once the page is drawn: null until it is there. If it cannot be had, it is asked for again when it is needed, and the person told. */
export const useLaterPart = <Props>(part: LaterPart<Props>, needed = false): ComponentType<Props> | null => {
  const Part = useSyncExternalStore(part.subscribe, () => part.now);
  const missing = Part === null;
  const tell = useEffectEvent(() => {
    if (needed) reportFailure(failureOf([]));
  });
  useEffect(
    function bringOnceThePageIsDrawn() {
      if (missing || needed) part.bring().catch(() => tell());
    },
    [part, missing, needed],
  );
  return Part;
};
