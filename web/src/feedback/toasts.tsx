import { randomId } from '@mantine/hooks';
import { createNotificationsStore, type NotificationsStore, notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import type { Failure } from './failure.ts';
import { ToastMessage } from './ToastMessage.tsx';

/** A toast of a failure hides itself after this time (SPEC 4). */
const toastMs = 70_000;
/** An alert hides itself after this time unless autoClose is false (SPEC 4). */
const alertMs = 3_000;

/** Two stores, because screen readers announce successes politely and failures at once. */
export const alertStore: NotificationsStore = createNotificationsStore();
export const toastStore: NotificationsStore = createNotificationsStore();

const closeButtonProps = { 'aria-label': 'Close' };

const mostToasts = 3;
/** The id of the toast of each failed action. */
const toastOf = new Map<string, string>();

/** Hides the toast of an action that has since succeeded or failed in another way. */
export const dismissFailure = (action: string): void => {
  const id = toastOf.get(action);
  if (id === undefined) return;
  toastOf.delete(action);
  notifications.hide(id, toastStore);
};

interface ReportOptions {
  /** The action that failed: a later failure of it replaces this one. */
  action?: string | undefined;
  /** A line below the failure's lines. */
  note?: string | undefined;
}

/** Shows a failure for 70 s at the bottom right, every line as text. A request that the console itself aborted is not reported. */
export const reportFailure = (failure: Failure, { action, note }: ReportOptions = {}): void => {
  if (failure.aborted) return;
  // One toast per failure, even if it is reported twice.
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

interface SuccessOptions {
  autoClose?: boolean;
  /** An alert that is hidden before its time, or replaced. */
  id?: string;
  /** Yellow if only a part was done. */
  color?: 'green' | 'yellow';
}

/** Shows a success for 3 s at the bottom right, or until it is closed. */
export const showSuccess = (
  message: ReactNode,
  { autoClose = true, id, color = 'green' }: SuccessOptions = {},
): void => {
  notifications.show(
    {
      ...(id !== undefined && { id }),
      role: 'status',
      color,
      withBorder: true,
      autoClose: autoClose ? alertMs : false,
      closeButtonProps,
      message,
    },
    alertStore,
  );
};

export const hideSuccess = (id: string): void => void notifications.hide(id, alertStore);

/** Hides all alerts and toasts: the next user of this browser must not see the names in them. */
export const hideMessages = (): void => {
  for (const store of [alertStore, toastStore]) notifications.clean(store);
};
