import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import type { Reporter, TestCase } from 'vitest/node';
import { root, state } from './steps.ts';

export interface Failure {
  test: string;
  text: string;
}

export interface Tally {
  passed: number;
  failures: Failure[];
  /** Tests that failed and then passed in a retry, with their first failure. */
  unstable: Failure[];
}

export const tallyOf = (...failures: Failure[]): Tally => ({ passed: 0, failures, unstable: [] });

/** Reads the result file of a runner. A runner that failed without a failed test counts as one failure. */
export function tallyRun(runner: string, parse: (text: string) => Tally, isSuccess: (file: string) => boolean): Tally {
  const file = join(state, `tally-${runner.split(' ')[0]}.json`);
  rmSync(file, { force: true });
  const succeeded = isSuccess(file);
  const counted = existsSync(file) ? parse(readFileSync(file, 'utf8')) : tallyOf();
  return succeeded || counted.failures.length > 0 ? counted : { ...counted, failures: [{ test: runner, text: '' }] };
}

const textOf = (errors: readonly { stack?: string; message?: string }[] = []) =>
  errors.map(({ stack, message }) => stack ?? message ?? '').join('\n');
const failureOf = (test: TestCase): Failure => ({
  test: `${relative(root, test.module.moduleId)} › ${test.fullName}`,
  text: textOf(test.result().errors),
});

export const tallyReporter = (file: string): Reporter => ({
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const those = (state: 'passed' | 'failed') => tests.filter((test) => test.result().state === state);
    const unstable = those('passed').filter((test) => test.diagnostic()?.flaky);
    // Errors outside of tests, such as a file that cannot be loaded.
    const outside = [
      ...modules.map((module) => ({ test: relative(root, module.moduleId), text: textOf(module.errors()) })),
      { test: 'outside of a test', text: textOf(unhandled) },
    ].filter(({ text }) => text !== '');
    const failures = [...those('failed').map(failureOf), ...outside];
    const tally: Tally = { passed: those('passed').length, failures, unstable: unstable.map(failureOf) };
    writeFileSync(file, JSON.stringify(tally));
  },
});

export function parseJourneys(text: string): Tally {
  const report: JSONReport = JSON.parse(text);
  const specsIn = ({ specs, suites = [] }: JSONReportSuite): JSONReportSpec[] => [...specs, ...suites.flatMap(specsIn)];
  const specs = report.suites.flatMap(specsIn);
  const those = (wanted: 'expected' | 'unexpected' | 'flaky'): Failure[] =>
    specs.flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ results }) => ({
          test: `e2e/${file}:${line} › ${title}`,
          text: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
        })),
    );
  const unstable = those('flaky');
  return { passed: those('expected').length + unstable.length, failures: those('unexpected'), unstable };
}

/** A failure in short form: without colours, and without stack lines of libraries. */
const shortened = ({ test, text }: Failure): string =>
  `${test}\n${stripVTControlCharacters(text)
    .replace(/^ +at .*(?:node_modules|node:internal|new Promise).*\n?/gm, '')
    .trim()
    .slice(0, 2_000)}`;

/** Fails tests that were unstable in two of three runs. `before` has the names of the last two. */
export function judgeUnstable({ passed, failures, unstable }: Tally, before: readonly string[][]): Tally {
  const again = unstable.filter(({ test }) => before.some((tests) => tests.includes(test)));
  return {
    passed: passed - again.length,
    failures: [...failures, ...again],
    unstable: unstable.filter((failure) => !again.includes(failure)),
  };
}

/** Prints unstable tests, failures and totals last, for logs of which only the end is stored. Returns the exit code. */
export function report(results: readonly Tally[]): number {
  const sum: Tally = {
    passed: results.reduce((total, result) => total + result.passed, 0),
    failures: results.flatMap((result) => result.failures),
    unstable: results.flatMap((result) => result.unstable),
  };
  const history = join(state, 'unstable.json');
  const before: string[][] = existsSync(history) ? JSON.parse(readFileSync(history, 'utf8')) : [];
  writeFileSync(history, JSON.stringify([...before, sum.unstable.map(({ test }) => test)].slice(-2)));
  const { passed, failures, unstable } = judgeUnstable(sum, before);
  for (const failure of unstable) console.log(`unstable: passed when it was tried again: ${shortened(failure)}`);
  for (const failure of failures) console.log(`✘ ${shortened(failure)}`);
  // So that the last 30 lines name the failed tests.
  const named = failures.length > 1 ? failures.slice(0, 26) : failures;
  if (failures.length > 1) for (const { test } of named) console.log(`✘ ${test}`);
  if (failures.length > named.length) console.log(`✘ and ${failures.length - named.length} more`);
  if (unstable.length > 0) console.log(`${unstable.length} unstable`);
  console.log(`${passed} passed, ${failures.length} failed`);
  return failures.length === 0 ? 0 : 1;
}
