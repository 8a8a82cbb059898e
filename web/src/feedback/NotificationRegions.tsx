import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import { heightVariableRef } from './heightVariableRef.ts';
import classes from './NotificationRegions.module.css';
import { alertStore, toastStore } from './toasts.tsx';

const gap = 16;
const position = 'bottom-right';
const freeBelow = (box: HTMLElement): number =>
  box.offsetHeight === 0 ? 0 : Math.ceil(innerHeight - box.getBoundingClientRect().top) + gap;
// Mantine renders a box for each of its positions, of which only one is used.
const measuredAs = (name: '--console-alerts' | '--console-toasts') => {
  const measured = heightVariableRef(name, freeBelow);
  return (box: HTMLDivElement | null) => (box?.dataset.position === position ? measured(box) : undefined);
};
const [alertsRef, toastsRef] = [measuredAs('--console-alerts'), measuredAs('--console-toasts')];

/** The regions of toasts (bottom right, assertive) and alerts (above them, polite): away from tabs and from titles of pages and dialogs. */
export function NotificationRegions() {
  return (
    <>
      <Notifications
        ref={alertsRef}
        store={alertStore}
        position={position}
        className={classes.alerts}
        aria-live="polite"
        zIndex={401}
        containerWidth={360}
        transitionDuration={120}
      />
      <Notifications
        ref={toastsRef}
        store={toastStore}
        position={position}
        className={classes.toasts}
        zIndex={400}
        containerWidth={360}
        transitionDuration={120}
        notificationMaxHeight={480}
        // Dragging selects text, so that a part of it can be copied.
        allowDragDismiss={false}
      />
    </>
  );
}
