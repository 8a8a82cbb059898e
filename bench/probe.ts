/** Loaded into every measured process: reports its usage over IPC. */
import { isMainThread } from 'node:worker_threads';

/** The usage of a process since its start. */
export interface Usage {
  /** Of all its threads, in milliseconds. */
  cpuMs: number;
  rssMb: number;
  /** The heap and what it refers to outside; with --expose-gc, after a collection. */
  liveMb: number;
}

const mb = 2 ** 20;

if (isMainThread) {
  process.on('message', () => {
    // Only with --expose-gc.
    globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed, external } = process.memoryUsage();
    const usage: Usage = { cpuMs: (user + system) / 1_000, rssMb: rss / mb, liveMb: (heapUsed + external) / mb };
    process.send?.(usage);
  });
  // The parent process has ended.
  process.on('disconnect', () => process.exit());
}
