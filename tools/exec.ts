import { findChromium } from './chromium.ts';
import { build, run } from './steps.ts';

/** `npm run exec -- COMMAND`: runs a command of the repository with the pinned Node, and with a browser where there is one. Returns the exit code. */
export async function exec([command = '', ...args]: string[]): Promise<number> {
  if (command === 'playwright') build();
  return run(command, 'pnpm', ['exec', command, ...args], (await findChromium()) ?? {}) ? 0 : 1;
}
