import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Reads a line from the terminal without echoing a secret. Rejects on Ctrl-C and at the end of the input. */
export async function ask(question: string, isSecret = false): Promise<string> {
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
