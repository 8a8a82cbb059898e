import type { ComponentType } from 'react';
import { loadChunk } from './loadChunk.ts';
import { painted } from './painted.ts';
import { alertStore, toastStore } from './toasts.tsx';

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
export const loadFeedback = async (): Promise<{ default: ComponentType }> => {
  try {
    await painted();
    return { default: await loadChunk(async () => (await import('./Feedback.tsx')).Feedback) };
  } catch {
    await nextMessage();
    return loadFeedback();
  }
};
