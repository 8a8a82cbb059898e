import type { ComponentType } from 'react';
import { deferredComponent } from '../feedback/deferredComponent.tsx';
import { failureFromErrors } from '../feedback/failure.ts';
import { reportFailure } from '../feedback/toasts.tsx';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
}

/** A dialog in a script of its own, loaded when it is opened. If that fails, the failure is reported and the dialog is closed. */
export const deferredDialog = <Props extends DialogProps>(load: () => Promise<ComponentType<Props>>) =>
  deferredComponent<Props>(load, {
    isNeeded: ({ opened }) => opened,
    loadOn: 'need',
    onFailure({ onClose }) {
      reportFailure(failureFromErrors([]));
      onClose();
    },
  });
