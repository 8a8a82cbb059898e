import { createReadStream } from 'node:fs';
import { StartError, systemErrorReason } from '@console/contract/settings';

/** A line of a file: its value, or why it has none. Empty lines are counted and left out. */
type FileLine = { line: number; bytes: number } & ({ value: unknown } | { problem: string });

const lineBytes = 30_000;
/** Less than the socket of the operator takes, and not long in the way of others. */
const batchBytes = 50_000;
const batchLines = 200;
const newLine = 10;

/** Reads a file of JSON lines, some at a time. Throws StartError for a file that cannot be read. */
export async function* readImportFile(path: string): AsyncGenerator<FileLine[]> {
  let [batch, bytes]: [FileLine[], number] = [[], 0];
  for await (const line of readLines(path)) {
    if (batch.length >= batchLines || bytes + line.bytes > batchBytes) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(line);
    bytes += line.bytes;
  }
  if (batch.length > 0) yield batch;
}

async function* readLines(path: string): AsyncGenerator<FileLine> {
  let [rest, line, isTooLong] = [Buffer.alloc(0), 0, false];
  const take = (text: Buffer) => {
    line += 1;
    const one = isTooLong || text.length > lineBytes ? tooLong(line) : parseLine(line, text);
    isTooLong = false;
    return one;
  };
  try {
    for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
      rest = Buffer.concat([rest, part]);
      for (let end = rest.indexOf(newLine); end >= 0; end = rest.indexOf(newLine)) {
        const one = take(rest.subarray(0, end));
        rest = rest.subarray(end + 1);
        if (one) yield one;
      }
      // A line without an end must not be collected.
      if (rest.length <= lineBytes) continue;
      isTooLong = true;
      rest = Buffer.alloc(0);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new StartError(`"${path}" cannot be read: ${systemErrorReason(error)}.`);
  }
  const last = rest.length > 0 || isTooLong ? take(rest) : null;
  if (last) yield last;
}

const tooLong = (line: number): FileLine => ({ line, bytes: 0, problem: `must have at most ${lineBytes} bytes` });

function parseLine(line: number, bytes: Buffer): FileLine | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
    return text === '' ? null : { line, bytes: bytes.length, value: JSON.parse(text) };
  } catch (error) {
    return { line, bytes: 0, problem: error instanceof SyntaxError ? 'must be JSON' : 'must be UTF-8' };
  }
}
