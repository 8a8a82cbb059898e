import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { root } from './steps.ts';
import type { Failure, Tally } from './tally.ts';

const textOf = (errors: readonly { stack?: string; message?: string }[] = []) =>
  errors.map(({ stack, message }) => stack ?? message ?? '').join('\n');
const failureOf = (test: TestCase): Failure => ({
  test: `${relative(root, test.module.moduleId)} › ${test.fullName}`,
  text: textOf(test.result().errors),
});

/** Writes what a run has counted, with the tests that passed when they were tried again and their first failures. */
export class TallyReporter implements Reporter {
  readonly #file: string;
  constructor(file: string) {
    this.#file = file;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed');
    // An error outside of the tests, such as a file that cannot be loaded.
    const outside = modules.flatMap((module) =>
      module.errors().length > 0 ? [{ test: relative(root, module.moduleId), text: textOf(module.errors()) }] : [],
    );
    const tally: Tally = {
      passed: passed.length,
      failures: [
        ...tests.filter((test) => test.result().state === 'failed').map(failureOf),
        ...outside,
        ...(unhandled.length > 0 ? [{ test: 'outside of a test', text: textOf(unhandled) }] : []),
      ],
      unstable: passed.filter((test) => test.diagnostic()?.flaky).map(failureOf),
    };
    writeFileSync(this.#file, JSON.stringify(tally));
  }
}
