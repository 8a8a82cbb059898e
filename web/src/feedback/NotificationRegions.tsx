import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import { heightVariableRef } from './heightVariableRef.ts';
import classes from './NotificationRegions.module.css';
import { alertStore, toastStore } from './toasts.tsx';

const gap = 16;
const position = 'bottom-right';
const measured = heightVariableRef('--console-toasts', (box) =>
  box.offsetHeight === 0 ? 0 : Math.ceil(innerHeight - box.getBoundingClientRect().top) + gap,
);
// Mantine renders a box for each of its positions.
const measuredAtPosition = (box: HTMLDivElement | null) =>
  box?.dataset.position === position ? measured(box) : undefined;

/** The regions of alerts (bottom centre, polite) and toasts (bottom right, assertive). */
export function NotificationRegions() {
  return (
    <>
      <Notifications
        store={alertStore}
        position="bottom-center"
        className={classes.alerts}
        aria-live="polite"
        zIndex={401}
        containerWidth={360}
        transitionDuration={120}
      />
      <Notifications
        ref={measuredAtPosition}
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
