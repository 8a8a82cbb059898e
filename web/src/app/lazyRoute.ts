import { chunkTimeoutMs } from '@console/contract/rules';
import { type ComponentType, lazy, type ReactNode } from 'react';

export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  /** Names the part of a route that the chunk holds; null for a part of a page. */
  part: string | null = null;
}

/** A script chunk, or a ChunkLoadError when it fails or takes longer than the spec's 120 s. */
export const loadChunk = async <Module>(load: () => Promise<Module>, withinMs = chunkTimeoutMs): Promise<Module> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(`not loaded within ${withinMs} ms`)), withinMs);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (cause) {
    throw cause instanceof ChunkLoadError
      ? cause
      : new ChunkLoadError('a part of the console failed to load', { cause });
  } finally {
    clearTimeout(timer);
  }
};

const reloadedKey = (part: string) => `console.reloaded.${part}`;

/** Whether this chunk's one automatic reload is still to be had, which it no longer is afterwards. Without storage the page would reload for ever. */
export const takeReload = (part: string): boolean => {
  try {
    if (!navigator.onLine || sessionStorage.getItem(reloadedKey(part))) return false;
    sessionStorage.setItem(reloadedKey(part), '1');
    return true;
  } catch {
    return false;
  }
};

const loaded = (part: string) => {
  try {
    sessionStorage.removeItem(reloadedKey(part));
  } catch {
    // Nothing was kept either.
  }
};

type RoutePart = { Component: ComponentType } | { element: ReactNode };

/** The `lazy` of a route. `name` tells the chunks apart, so that one that loads does not give another its reload back. */
export const lazyRoute = (name: string, load: () => Promise<RoutePart>) => async (): Promise<RoutePart> => {
  try {
    const part = await loadChunk(load);
    loaded(name);
    return 'element' in part ? { element: part.element } : { Component: part.Component };
  } catch (error) {
    if (error instanceof ChunkLoadError) error.part = name;
    throw error;
  }
};

/** A part of a page in a script of its own. If that cannot be had, the fallback screen offers a reload. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadChunk(load) }));
