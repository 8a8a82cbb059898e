import { ask } from '../base/ask.ts';
import { checkScim } from './check-scim.ts';

/** Runs `check-scim` with the terminal of this process; returns its exit code. A signal stops it after the users that it has created are deleted. */
export function runCheckScim(args: string[]): Promise<number> {
  const stop = new AbortController();
  // SIGINT comes twice: from the terminal, and passed on by the process above.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  const terminal = {
    isInteractive: process.stdin.isTTY,
    print: (text: string) => console.log(text),
    askSecret: (question: string) => ask(question, true),
  };
  return checkScim(args, process.env, terminal, stop.signal).catch((error: Error) => {
    console.error(`The check failed: ${error.message}`);
    return 1;
  });
}
