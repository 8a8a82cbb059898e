import type { ComponentType } from 'react';
import { deferredComponent } from '../feedback/deferredComponent.tsx';
import { failureFromErrors } from '../feedback/failure.ts';
import { reportFailure } from '../feedback/toasts.tsx';

/** The panel of a list in a script of its own, loaded once the list is drawn. */
export const deferredPeek = <Props extends { id: string | null }>(load: () => Promise<ComponentType<Props>>) =>
  deferredComponent<Props>(load, {
    isNeeded: ({ id }) => id !== null,
    onFailure: () => reportFailure(failureFromErrors([])),
  });
