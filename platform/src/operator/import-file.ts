import { createReadStream } from 'node:fs';
import { StartError, systemErrorReason } from '@console/server-base/settings';
import { type LineResult, type NewLine, noSeat, organisationUnknown } from '../users/import-users.ts';

/** Value of a line, or its problem. Empty lines are counted and left out. */
type FileLine = { line: number; bytes: number } & ({ value: unknown } | { problem: string });

const lineBytes = 30_000;
/** Below the limit of the operator's socket, and short enough not to block others. */
const batchBytes = 50_000;
const batchLines = 200;
const newLine = 10;

/** Reads JSON lines in batches. Throws StartError if the file cannot be read. */
async function* readImportFile(path: string): AsyncGenerator<FileLine[]> {
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
      // Do not collect a line without an end.
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

export interface ImportTarget {
  send(lines: [line: number, value: unknown][], options: { is_check: boolean }): Promise<LineResult[]>;
  report(text: string): void;
}

type Counts = Record<'organisation' | 'user' | 'there' | 'faulty', number>;
const none = (): Counts => ({ organisation: 0, user: 0, there: 0, faulty: 0 });

/** Imports a file after checking all of it, or only checks it; returns the text to print. Throws StartError after reporting faulty lines. */
export async function importFile(
  target: ImportTarget,
  path: string,
  { isDryRun }: { isDryRun: boolean },
): Promise<string> {
  const checked = await readAll(target, path, { is_check: true, counts: none() });
  if (checked.faulty > 0)
    throw new StartError(`The file has ${countText(checked.faulty, 'faulty line')}. Nothing was imported.`);
  if (isDryRun) return `${madeText(checked)} would be imported. ${thereText(checked)}. Nothing was changed.`;
  const counts = none();
  await readAll(target, path, { is_check: false, counts }).catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error;
    throw new StartError(`${error.message} ${madeText(counts)} were imported. Run the command again to continue.`);
  });
  if (counts.faulty === 0) return `${madeText(counts)} were imported. ${thereText(counts)}.`;
  throw new StartError(
    `${madeText(counts)} were imported, but not ${countText(counts.faulty, 'line')}. The data have changed since they were checked.`,
  );
}

async function readAll(
  { send, report }: ImportTarget,
  path: string,
  { is_check, counts }: { is_check: boolean; counts: Counts },
): Promise<Counts> {
  const wanted = new WantedByFile();
  const fault = (line: number, problems: readonly string[]) => {
    counts.faulty += 1;
    report(`Line ${line}: ${problems.join('; ')}`);
  };
  for await (const batch of readImportFile(path)) {
    const lines = batch.flatMap((one): [number, unknown][] => ('value' in one ? [[one.line, one.value]] : []));
    const unread = batch.flatMap((one): LineResult[] =>
      'problem' in one ? [{ line: one.line, state: 'faulty', problems: [one.problem] }] : [],
    );
    const results = lines.length > 0 ? await send(lines, { is_check }) : [];
    for (const result of [...unread, ...results].toSorted((one, other) => one.line - other.line)) {
      if (result.state === 'faulty') fault(result.line, result.problems);
      else if (result.state === 'there') counts.there += 1;
      else {
        const problems = is_check ? wanted.problemsOf(result) : [];
        if (problems.length > 0) fault(result.line, problems);
        else counts[result.type] += 1;
      }
    }
  }
  return counts;
}

/** Unique values of the lines so far: during the check, the database does not have earlier lines. */
class WantedByFile {
  /** Line of each unique value. */
  readonly #lines = new Map<string, number>();
  readonly #users = new Map<string, number>();
  readonly #limits = new Map<string, number | null>();

  problemsOf({ line, type, organisation, once, free }: NewLine): string[] {
    const problems = Object.entries(once).flatMap(([field, value]) => {
      const first = this.#lines.get(`${field} ${value}`);
      if (first === undefined) this.#lines.set(`${field} ${value}`, line);
      return first === undefined ? [] : [`${field} is already in line ${first}`];
    });
    if (problems.length > 0) return problems;
    if (type === 'organisation') {
      this.#limits.set(organisation, free ?? null);
      return [];
    }
    const limit = free === undefined ? this.#limits.get(organisation) : free;
    if (limit === undefined) return [organisationUnknown];
    const users = (this.#users.get(organisation) ?? 0) + 1;
    this.#users.set(organisation, users);
    return limit !== null && users > limit ? [noSeat] : [];
  }
}

const countText = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const madeText = ({ organisation, user }: Counts) =>
  `${countText(organisation, 'organisation')} and ${countText(user, 'user')}`;
const thereText = ({ there }: Counts) => `Already there: ${there}`;
