import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { failureOf } from '../apollo/failure.ts';
import type { LaterPart } from './LaterPart.ts';
import { reportFailure } from './toasts.tsx';

interface LoadedWhenOpenedProps<Props> {
  part: LaterPart<Props>;
  props: Props;
  /** Takes the opening back. */
  close: () => void;
}

const reaching = ['pointerover', 'focusin'];
const isControl = ({ target }: Event) =>
  target instanceof Element && target.closest('button, a, [role="menuitem"]') !== null;

/**
 * Brings the dialog's script when somebody points at a control of the page it is on, at the latest when it is opened. If it cannot be had the person is told
 * and the dialog counts as closed: what they were doing stays, and the next try loads again.
 */
export function LoadedWhenOpened<Props extends { opened: boolean }>(all: LoadedWhenOpenedProps<Props>) {
  const { part, props, close } = all;
  const { opened } = props;
  const Part = useSyncExternalStore(part.subscribe, () => part.now);
  // A dialog remembers where the focus was when it changes from closed to open, so it is first drawn closed.
  const [drawn, setDrawn] = useState(false);
  const missing = Part === null;
  const giveUp = useEffectEvent(() => {
    reportFailure(failureOf([]));
    close();
  });

  useEffect(
    function bringWhenSomebodyReachesOut() {
      if (!missing) return setDrawn(true);
      const ahead = (event: Event) => {
        if (isControl(event)) part.bring().catch(() => undefined);
      };
      for (const name of reaching) document.addEventListener(name, ahead);
      return () => {
        for (const name of reaching) document.removeEventListener(name, ahead);
      };
    },
    [part, missing],
  );
  useEffect(
    function bringWhatIsOpened() {
      if (opened && missing) part.bring().catch(() => giveUp());
    },
    [part, opened, missing],
  );
  return Part && <Part {...props} opened={opened && drawn} />;
}
