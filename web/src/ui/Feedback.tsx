import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import { alertStore, toastStore } from './toasts.tsx';

/** Where alerts (top centre, polite) and toasts (top right, assertive) appear. */
export function Feedback() {
  return (
    <>
      {/* Narrow enough to stand beside a toast; above it on a phone, where both have the same place and an alert is gone first. */}
      <Notifications
        store={alertStore}
        position="top-center"
        aria-live="polite"
        zIndex={401}
        containerWidth={360}
        transitionDuration={120}
      />
      <Notifications
        store={toastStore}
        position="top-right"
        zIndex={400}
        transitionDuration={120}
        notificationMaxHeight={480}
        // Dragging marks the text, so that a part of it can be copied.
        allowDragDismiss={false}
      />
    </>
  );
}
