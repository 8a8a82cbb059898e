/** Loaded into every measured process: reports its usage over IPC. */
import { isMainThread } from 'node:worker_threads';

/** The usage of a process since its start. */
export interface Usage {
  /** Of all its threads, in milliseconds. */
  cpuMs: number;
  rssMb: number;
}

if (isMainThread) {
  process.on('message', () => {
    // Only with --expose-gc.
    globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    const usage: Usage = { cpuMs: (user + system) / 1_000, rssMb: process.memoryUsage.rss() / 2 ** 20 };
    process.send?.(usage);
  });
  // The parent process has ended.
  process.on('disconnect', () => process.exit());
}
