import { expect, test } from '@playwright/test';
import { judgeUnstable, parseJourneys, type Tally } from '../tools/tally.ts';

const journey = (title: string, status: string, ...messages: string[]) => ({
  title,
  file: 'users.spec.ts',
  line: 3,
  tests: [{ status, results: messages.map((message) => ({ errors: [{ message }] })) }],
});

test('DESIGN-7 a journey that passes when it is tried again has passed, and is named with its first failure', () => {
  const specs = [
    journey('stable', 'expected'),
    journey('late', 'flaky', 'no button'),
    journey('wrong', 'unexpected', 'first', 'second'),
    journey('left out', 'skipped'),
  ];
  const report = { suites: [{ specs: specs.slice(0, 1), suites: [{ specs: specs.slice(1) }] }] };
  expect(parseJourneys(JSON.stringify(report))).toEqual({
    passed: 2,
    failures: [{ test: 'e2e/users.spec.ts:3 › wrong', text: 'first\nsecond' }],
    unstable: [{ test: 'e2e/users.spec.ts:3 › late', text: 'no button' }],
  });
});

test('DESIGN-7 a test that is unstable in two of three runs has failed', () => {
  const late = { test: 'late', text: 'no button' };
  const run: Tally = { passed: 5, failures: [], unstable: [late] };
  for (const before of [[], [['other']], [['other'], []]]) expect(judgeUnstable(run, before)).toEqual(run);
  for (const before of [[['late']], [['late'], []], [[], ['late']]])
    expect(judgeUnstable(run, before)).toEqual({ passed: 4, failures: [late], unstable: [] });
});
