import type { ComponentType, ReactNode } from 'react';
import { ChunkLoadError, loadChunk } from '../feedback/loadChunk.ts';

const reloadedKey = (part: string) => `console.reloaded.${part}`;

/** Uses up the one automatic reload of a chunk; false if it was used before. Without storage the page would reload for ever. */
export const claimAutomaticReload = (chunk: string): boolean => {
  try {
    if (!navigator.onLine || sessionStorage.getItem(reloadedKey(chunk))) return false;
    sessionStorage.setItem(reloadedKey(chunk), '1');
    return true;
  } catch {
    return false;
  }
};

const renewReload = (part: string) => {
  try {
    sessionStorage.removeItem(reloadedKey(part));
  } catch {
    // If storage fails, nothing was stored either.
  }
};

export type RoutePart = { Component: ComponentType } | { element: ReactNode };

/** The `lazy` of a route. Each `name` has one automatic reload, which a successful load renews. */
export const lazyRoute = (name: string, load: () => Promise<RoutePart>) => async (): Promise<RoutePart> => {
  try {
    const part = await loadChunk(load);
    renewReload(name);
    return 'element' in part ? { element: part.element } : { Component: part.Component };
  } catch (error) {
    if (error instanceof ChunkLoadError) error.part = name;
    throw error;
  }
};
