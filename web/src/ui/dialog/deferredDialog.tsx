import { type ComponentType, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { DeferredComponent } from '../feedback/DeferredComponent.ts';
import { failureFromErrors } from '../feedback/failure.ts';
import { reportFailure } from '../feedback/toasts.tsx';

interface DeferredDialogProps<Props> {
  deferred: DeferredComponent<Props>;
  props: Props;
  close: () => void;
}

const reachingEvents = ['pointerover', 'focusin'];
const isControl = ({ target }: Event) =>
  target instanceof Element && target.closest('button, a, [role="menuitem"]') !== null;

/**
 * A dialog in a script of its own. It is loaded when the user points at a control of the page, at the latest when it is opened. If that fails, the failure is
 * reported and `close` is called: the page stays as it is, and the next opening loads again.
 */
export const deferredDialog = <Props extends { opened: boolean }>(
  load: () => Promise<ComponentType<Props>>,
  close: (props: Props) => void,
) => {
  const deferred = new DeferredComponent(load);
  return (props: Props) => <DeferredDialog deferred={deferred} props={props} close={() => close(props)} />;
};

function DeferredDialog<Props extends { opened: boolean }>(all: DeferredDialogProps<Props>) {
  const { deferred, props, close } = all;
  const { opened } = props;
  const Dialog = useSyncExternalStore(deferred.subscribe, () => deferred.component);
  // A dialog remembers where the focus was when it changes from closed to open, so it is first drawn closed.
  const [drawn, setDrawn] = useState(false);
  const missing = Dialog === null;
  const giveUp = useEffectEvent(() => {
    reportFailure(failureFromErrors([]));
    close();
  });

  useEffect(
    function loadWhenUserReachesControl() {
      if (!missing) return setDrawn(true);
      const loadAhead = (event: Event) => {
        if (isControl(event)) deferred.load().catch(() => undefined);
      };
      for (const name of reachingEvents) document.addEventListener(name, loadAhead);
      return () => {
        for (const name of reachingEvents) document.removeEventListener(name, loadAhead);
      };
    },
    [deferred, missing],
  );
  useEffect(
    function loadWhenOpened() {
      if (opened && missing) deferred.load().catch(() => giveUp());
    },
    [deferred, opened, missing],
  );
  return Dialog && <Dialog {...props} opened={opened && drawn} />;
}
