import { ask } from '../base/ask.ts';
import { checkApi } from './check-api.ts';

/** Runs `check-api` with the terminal of this process; returns its exit code. */
export function runCheckApi(args: string[]): Promise<number> {
  const stop = new AbortController();
  // It comes twice: from the terminal, and passed on by the process above.
  process.on('SIGINT', () => stop.abort());
  const terminal = {
    isInteractive: process.stdin.isTTY,
    print: (text: string) => console.log(text),
    ask,
    askSecret: (question: string) => ask(question, true),
  };
  return checkApi(args, process.env, terminal, stop.signal).catch((error: Error) => {
    console.error(`The check failed: ${error.message}`);
    return 1;
  });
}
