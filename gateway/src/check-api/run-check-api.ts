import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { checkApi } from './check-api.ts';

/** Reads a line from the terminal; rejects on Ctrl-C and at the end of the input. A secret is not echoed. */
async function ask(question: string, isSecret = false): Promise<string> {
  let isShown = true;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (isShown) process.stdout.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const stopped = new Promise<never>((_resolve, reject) => {
    for (const event of ['SIGINT', 'close'] as const) lines.once(event, () => reject(new Error('stopped')));
  });
  try {
    const answer = lines.question(question);
    isShown = !isSecret;
    return await Promise.race([answer, stopped]);
  } finally {
    lines.close();
    if (isSecret) process.stdout.write('\n');
  }
}

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
