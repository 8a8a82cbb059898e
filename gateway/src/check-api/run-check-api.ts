import { ask } from '../base/ask.ts';
import { checkApi } from './check-api.ts';

export function runCheckApi(args: string[]): Promise<number> {
  const stop = new AbortController();
  // The signal comes twice: from the terminal, and passed on by the parent process.
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
