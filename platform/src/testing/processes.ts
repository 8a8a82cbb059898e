import { type ChildProcess, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';

/** Where Node keeps compiled modules; without them a start takes a third more of CPU time. */
export const compileCache = join(import.meta.dirname, '../../../.state/compile-cache');

/** Records the processes that this thread starts, until `stop`. */
export function recordProcesses() {
  const processes: ChildProcess[] = [];
  const add = (message: unknown) => void processes.push((message as { process: ChildProcess }).process);
  subscribe('child_process', add);
  return { processes, stop: () => unsubscribe('child_process', add) };
}

/** Compiles the embedded database once, for short processes. Optimising it takes a quarter of a start's CPU time. */
export const compiledOnce = '--liftoff-only';

/** Starts Node and records what it prints. */
export function runNode(args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [compiledOnce, ...args], { env: { NODE_COMPILE_CACHE: compileCache, ...env } });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return { child, output: () => output, errors: () => errors };
}
