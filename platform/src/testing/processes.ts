import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Records the processes that this thread starts, until `stop`. */
export function recordProcesses() {
  const processes: ChildProcess[] = [];
  const add = (message: unknown) => void processes.push((message as { process: ChildProcess }).process);
  subscribe('child_process', add);
  return { processes, stop: () => unsubscribe('child_process', add) };
}
