/** `npm run check-api -- URL`: whether the console can work with a product API. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { checkApi } from '@console/gateway/check-api/check-api';

/** Asks on the terminal; Ctrl-C and the end of the input reject. What is typed is shown unless it is secret. */
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

const stop = new AbortController();
// It comes twice: from the terminal, and passed on by the process above.
process.on('SIGINT', () => stop.abort());
const terminal = {
  isInteractive: process.stdin.isTTY,
  print: (text: string) => console.log(text),
  ask,
  askSecret: (question: string) => ask(question, true),
};

/** Returns the exit code. */
export const check = (args: string[]): Promise<number> =>
  checkApi(args, process.env, terminal, stop.signal).catch((error: Error) => {
    console.error(`The check has failed: ${error.message}`);
    return 1;
  });
