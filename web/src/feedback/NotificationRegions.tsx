import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import { heightVariableRef } from './heightVariableRef.ts';
import classes from './NotificationRegions.module.css';
import { alertStore, toastStore } from './toasts.tsx';

const gap = 16;
const [alertPosition, toastPosition] = ['top-center', 'bottom-right'] as const;
const height = (box: HTMLElement): number => (box.offsetHeight === 0 ? 0 : box.offsetHeight + gap);
const freeBelow = (box: HTMLElement): number =>
  box.offsetHeight === 0 ? 0 : Math.ceil(innerHeight - box.getBoundingClientRect().top) + gap;
const measured = {
  [alertPosition]: heightVariableRef('--console-alerts', height),
  [toastPosition]: heightVariableRef('--console-toasts', freeBelow),
};
// Mantine renders a box for each of its positions.
const measuredAt = (position: keyof typeof measured) => (box: HTMLDivElement | null) =>
  box?.dataset.position === position ? measured[position](box) : undefined;
const [alertsRef, toastsRef] = [measuredAt(alertPosition), measuredAt(toastPosition)];

/** The regions of alerts (top centre below the bar, polite) and toasts (bottom right, assertive). */
export function NotificationRegions() {
  return (
    <>
      <Notifications
        ref={alertsRef}
        store={alertStore}
        position={alertPosition}
        className={classes.alerts}
        aria-live="polite"
        zIndex={401}
        containerWidth={360}
        transitionDuration={120}
      />
      <Notifications
        ref={toastsRef}
        store={toastStore}
        position={toastPosition}
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
