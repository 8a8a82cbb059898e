import { Notifications } from '@mantine/notifications';
import { alertStore, toastStore } from './toasts.tsx';

/** Where alerts (top centre, polite) and toasts (top right, assertive) appear. */
export function Feedback() {
  return (
    <>
      <Notifications store={alertStore} position="top-center" aria-live="polite" transitionDuration={120} />
      <Notifications store={toastStore} position="top-right" transitionDuration={120} notificationMaxHeight={480} />
    </>
  );
}
