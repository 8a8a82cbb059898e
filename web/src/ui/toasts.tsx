import { alertMs, toastMs } from '@console/contract/rules';
import { createNotificationsStore, type NotificationsStore, notifications } from '@mantine/notifications';
import type { Failure } from '../apollo/failure.ts';
import { ToastMessage } from './ToastMessage.tsx';

/** Two stores, because their regions differ: successes are read out politely, failures at once. */
export const alertStore: NotificationsStore = createNotificationsStore();
export const toastStore: NotificationsStore = createNotificationsStore();

const closeButtonProps = { 'aria-label': 'Close' };

/** Tells of a failure: 70 s at the top right, every line as text. What the console gave up by itself is not told. */
export const reportFailure = (failure: Failure): void => {
  if (failure.aborted) return;
  notifications.show(
    {
      // The same failure, reported twice, is one toast.
      ...(failure.requestId ? { id: failure.requestId } : {}),
      role: 'alert',
      color: 'red',
      withBorder: true,
      autoClose: toastMs,
      closeButtonProps,
      message: <ToastMessage lines={failure.lines} requestId={failure.requestId} />,
    },
    toastStore,
  );
};

/** Tells of a success: 3 s at the top centre, or until it is closed. */
export const showSuccess = (text: string, { autoClose = true }: { autoClose?: boolean } = {}): void => {
  notifications.show(
    {
      role: 'status',
      color: 'green',
      withBorder: true,
      autoClose: autoClose ? alertMs : false,
      closeButtonProps,
      message: text,
    },
    alertStore,
  );
};
