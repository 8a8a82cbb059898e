import type { ComponentType } from 'react';
import { loadChunk } from './loadChunk.ts';
import { alertStore, toastStore } from './toasts.tsx';
import { whenPainted } from './whenPainted.ts';

const nextMessage = (): Promise<void> =>
  new Promise((resolve) => {
    const stops = [alertStore, toastStore].map((store) =>
      store.subscribe(() => {
        for (const stop of stops) stop();
        resolve();
      }),
    );
  });

/** Loads the regions of alerts and toasts. If that fails, the next message loads them again. */
export const loadNotificationRegions = async (): Promise<{ default: ComponentType }> => {
  try {
    await whenPainted();
    return { default: await loadChunk(async () => (await import('./NotificationRegions.tsx')).NotificationRegions) };
  } catch {
    await nextMessage();
    return loadNotificationRegions();
  }
};
