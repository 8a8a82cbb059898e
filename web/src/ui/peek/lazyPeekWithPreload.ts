import type { ComponentType } from 'react';
import { lazyWithPreload } from '../feedback/lazyWithPreload.tsx';

/** The panel of a list in a script of its own, loaded once the list is drawn. */
export const lazyPeekWithPreload = <Props extends { id: string | null }>(load: () => Promise<ComponentType<Props>>) =>
  lazyWithPreload<Props>(load, { isNeeded: ({ id }) => id !== null });
