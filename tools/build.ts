/** Builds all that has changed. */
import { BuildError, buildAfterStart, buildForStart } from './build-steps.ts';

const ending = new AbortController();
const { signal } = ending;
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort());
try {
  await buildForStart({ signal });
  await buildAfterStart({ signal });
} catch (error) {
  if (!(error instanceof BuildError || signal.aborted)) throw error;
  // The programs that still run are of no use.
  ending.abort();
  process.exitCode = 1;
}
