/** Loaded into every measured process before its own code: tells what it has used when it is asked over IPC. */
import { isMainThread } from 'node:worker_threads';

/** What a process has used up to now. */
export interface Usage {
  /** Of all its threads, in milliseconds. */
  cpuMs: number;
  rssMb: number;
}

if (isMainThread) {
  process.on('message', () => {
    // There with --expose-gc alone.
    globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    const usage: Usage = { cpuMs: (user + system) / 1_000, rssMb: process.memoryUsage.rss() / 2 ** 20 };
    process.send?.(usage);
  });
  // Whoever started it is gone.
  process.on('disconnect', () => process.exit());
}
