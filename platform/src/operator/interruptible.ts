import { StartError } from '@console/server-base/settings';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const lingerMs = 500;

/** Runs work that cleans up on an interruption; the process ends even if part of it still runs. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort(new StartError('Interrupted.'));
  for (const name of signals) process.on(name, stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of signals) process.off(name, stop);
    if (controller.signal.aborted) setTimeout(() => process.exit(), lingerMs).unref();
  }
}

/** Result of work, or the reason of a signal once it aborts. */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  work.catch(() => {});
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}
