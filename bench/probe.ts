/** Loaded into every measured process: reports its usage over IPC. */
import { isMainThread } from 'node:worker_threads';

export interface Usage {
  /** CPU time of all threads, in milliseconds. */
  cpuMs: number;
  rssMb: number;
  /** Heap and external memory; after a collection with --expose-gc. */
  liveMb: number;
}

const mb = 2 ** 20;

if (isMainThread) {
  process.on('message', () => {
    // Exists only with --expose-gc.
    globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed, external } = process.memoryUsage();
    const usage: Usage = { cpuMs: (user + system) / 1_000, rssMb: rss / mb, liveMb: (heapUsed + external) / mb };
    process.send?.(usage);
  });
  // End with the parent process.
  process.on('disconnect', () => process.exit());
}
