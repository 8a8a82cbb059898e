import { alertMs, toastMs } from '@console/contract/rules';
import { randomId } from '@mantine/hooks';
import { createNotificationsStore, type NotificationsStore, notifications } from '@mantine/notifications';
import type { Failure } from '../apollo/failure.ts';
import { ToastMessage } from './ToastMessage.tsx';

/** Two stores, because their regions differ: successes are read out politely, failures at once. */
export const alertStore: NotificationsStore = createNotificationsStore();
export const toastStore: NotificationsStore = createNotificationsStore();

const closeButtonProps = { 'aria-label': 'Close' };

const mostToasts = 3;
/** The toast of each action that failed last. */
const toastOf = new Map<string, string>();

/** Takes back the toast of an action that has succeeded, or failed in another way, since. */
export const dismissFailure = (action: string): void => {
  const id = toastOf.get(action);
  if (id === undefined) return;
  toastOf.delete(action);
  notifications.hide(id, toastStore);
};

interface ReportOptions {
  /** What failed: a later failure of the same action takes the place of this one. */
  action?: string | undefined;
  /** A line below the failure's own. */
  note?: string | undefined;
}

/** Shows a failure for 70 s at the bottom right, every line as text. A request that the console itself cancelled is not reported. */
export const reportFailure = (failure: Failure, { action, note }: ReportOptions = {}): void => {
  if (failure.aborted) return;
  // The same failure, reported twice, is one toast.
  const id = failure.requestId ?? randomId();
  if (action !== undefined) {
    if (toastOf.get(action) !== id) dismissFailure(action);
    toastOf.set(action, id);
  }
  const others = toastStore.getState().notifications.filter((shown) => shown.id !== id);
  const [oldest] = others;
  if (oldest?.id && others.length >= mostToasts) notifications.hide(oldest.id, toastStore);
  notifications.show(
    {
      id,
      role: 'alert',
      color: 'red',
      withBorder: true,
      autoClose: toastMs,
      closeButtonProps,
      message: <ToastMessage lines={failure.lines} note={note} requestId={failure.requestId} />,
    },
    toastStore,
  );
};

/** Shows a success for 3 s at the top centre, or until it is closed. */
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
