import { chunkTimeoutMs } from '@console/contract/rules';
import { type ComponentType, lazy, type ReactNode } from 'react';
import { browserPage } from '../ui/browserPage.ts';

export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
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

const reloadedKey = (name: string) => `console.reloaded.${name}`;

/** Whether this chunk's one automatic reload is still to be had. Without storage it is not: the page would reload for ever. */
const mayReload = (name: string): boolean => {
  try {
    if (!navigator.onLine || sessionStorage.getItem(reloadedKey(name))) return false;
    sessionStorage.setItem(reloadedKey(name), '1');
    return true;
  } catch {
    return false;
  }
};

const loaded = (name: string) => {
  try {
    sessionStorage.removeItem(reloadedKey(name));
  } catch {
    // Nothing was kept either.
  }
};

type RoutePart = { Component: ComponentType } | { element: ReactNode };

/**
 * The `lazy` of a route. After a release the chunk that an open page asks for is gone and a reload brings the new page: once by itself, then the fallback
 * screen offers it. `name` tells the chunks apart, so that one that loads does not give another its reload back.
 */
export const lazyRoute = (name: string, load: () => Promise<RoutePart>) => async (): Promise<RoutePart> => {
  try {
    const part = await loadChunk(load);
    loaded(name);
    return 'element' in part ? { element: part.element } : { Component: part.Component };
  } catch (error) {
    if (!mayReload(name)) throw error;
    browserPage.reload();
    return new Promise(() => {});
  }
};

/** A part of a page in a script of its own. If that cannot be had, the fallback screen offers a reload. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadChunk(load) }));
