import { existsSync, readFileSync, rmSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export interface Failure {
  /** The file and the title, or the name of the check. */
  test: string;
  text: string;
}

/** What a runner has counted. */
export interface Tally {
  passed: number;
  failures: Failure[];
  /** Those that failed and passed when they were tried again, with their first failure. */
  unstable: Failure[];
}

export const tallyOf = (...failures: Failure[]): Tally => ({ passed: 0, failures, unstable: [] });

/** Reads what a runner has written; one that failed without a failed test counts as one failure. */
export function readTally(
  runner: string,
  file: string,
  succeeded: boolean,
  parse = (text: string) => JSON.parse(text) as Tally,
): Tally {
  const counted = existsSync(file) ? parse(readFileSync(file, 'utf8')) : tallyOf();
  rmSync(file, { force: true });
  return succeeded || counted.failures.length > 0 ? counted : { ...counted, failures: [{ test: runner, text: '' }] };
}

interface JourneyResult {
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
  results: { errors: { message: string }[] }[];
}

/** A group of Playwright's JSON report. */
interface Journeys {
  specs: { title: string; file: string; line: number; tests: JourneyResult[] }[];
  suites?: Journeys[];
}

/** Reads Playwright's JSON report. */
export function parseJourneys(text: string): Tally {
  const { suites } = JSON.parse(text) as { suites: Journeys[] };
  const specsIn = ({ specs, suites = [] }: Journeys): Journeys['specs'] => [...specs, ...suites.flatMap(specsIn)];
  const tests = suites.flatMap(specsIn).flatMap(({ title, file, line, tests }) =>
    tests.map(({ status, results }) => ({
      status,
      test: `e2e/${file}:${line} › ${title}`,
      text: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
    })),
  );
  const those = (wanted: JourneyResult['status']) =>
    tests.filter(({ status }) => status === wanted).map(({ test, text }) => ({ test, text }));
  const unstable = those('flaky');
  return { passed: those('expected').length + unstable.length, failures: those('unexpected'), unstable };
}

/** A failure in short: without colours and without the lines of its stack that are in libraries. */
export const shortened = ({ test, text }: Failure): string =>
  `${test}\n${stripVTControlCharacters(text)
    .replace(/^ +at .*(?:node_modules|node:internal|new Promise).*\n?/gm, '')
    .trim()
    .slice(0, 2_000)}`;

/** Counts as failed what was unstable in two of three runs: this one and the two before it, with the names of their unstable tests. */
export function judgeUnstable({ passed, failures, unstable }: Tally, before: readonly string[][]): Tally {
  const again = unstable.filter(({ test }) => before.some((tests) => tests.includes(test)));
  return {
    passed: passed - again.length,
    failures: [...failures, ...again],
    unstable: unstable.filter((failure) => !again.includes(failure)),
  };
}
