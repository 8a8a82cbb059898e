import type { ComponentType } from 'react';
import { lazyWithPreload } from '../feedback/lazyWithPreload.tsx';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
}

/** A dialog in a script of its own, loaded when it is opened. If that fails, the failure is reported and the dialog is closed. */
export const lazyDialog = <Props extends DialogProps>(load: () => Promise<ComponentType<Props>>) =>
  lazyWithPreload<Props>(load, {
    isNeeded: ({ opened }) => opened,
    loadOn: 'need',
    onFailure: ({ onClose }) => onClose(),
  });
