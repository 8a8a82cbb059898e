import type { ComponentType } from 'react';
import { failureFromErrors } from '../feedback/failure.ts';
import { lateComponent } from '../feedback/lateComponent.tsx';
import { reportFailure } from '../feedback/toasts.tsx';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
}

/** A dialog in a script of its own, loaded when it is opened. If that fails, the failure is reported and the dialog is closed. */
export const lateDialog = <Props extends DialogProps>(load: () => Promise<ComponentType<Props>>) =>
  lateComponent<Props>(load, {
    isNeeded: ({ opened }) => opened,
    onlyNeeded: true,
    onFailure({ onClose }) {
      reportFailure(failureFromErrors([]));
      onClose();
    },
  });
