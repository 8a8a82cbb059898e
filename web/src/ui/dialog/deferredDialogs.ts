import type { ConfirmDialogProps } from './ConfirmDialog.tsx';
import { deferredDialog } from './deferredDialog.tsx';
import type { NoticeDialogProps } from './NoticeDialog.tsx';

/** The dialogs that many pages open, each in one script. */
export const ConfirmDialog = deferredDialog<ConfirmDialogProps>(
  () => import('./ConfirmDialog.tsx').then((module) => module.ConfirmDialog),
  ({ onCancel }) => onCancel(),
);

export const NoticeDialog = deferredDialog<NoticeDialogProps>(
  () => import('./NoticeDialog.tsx').then((module) => module.NoticeDialog),
  ({ onClose }) => onClose(),
);
