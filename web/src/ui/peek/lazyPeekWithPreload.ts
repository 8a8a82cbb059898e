import type { ComponentType } from 'react';
import { failureFromErrors } from '../feedback/failure.ts';
import { lazyWithPreload } from '../feedback/lazyWithPreload.tsx';
import { reportFailure } from '../feedback/toasts.tsx';

/** The panel of a list in a script of its own, loaded once the list is drawn. */
export const lazyPeekWithPreload = <Props extends { id: string | null }>(load: () => Promise<ComponentType<Props>>) =>
  lazyWithPreload<Props>(load, {
    isNeeded: ({ id }) => id !== null,
    onFailure: () => reportFailure(failureFromErrors([])),
  });
