import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { metricList } from './metric-list.ts';
import { alertNames, askedRecordedSeries, askedSeries, recordedSeries, watching } from './testing/watching.ts';

const folder = fileURLToPath(new URL('../../deploy/prometheus/', import.meta.url));
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const suffix = /_(bucket|sum|count)$/;

test('METRIC-5 rules and dashboard name only metrics and labels that there are', () => {
  const labelsOf: Record<string, readonly string[]> = Object.fromEntries(
    Object.entries(metricList).map(([name, { labels }]) => [name, labels]),
  );
  const ours = askedSeries.filter(({ name }) => name.startsWith('console_'));
  expect(ours.length).toBeGreaterThan(30);
  for (const { name, labels } of ours) {
    const known = labelsOf[name] ?? labelsOf[name.replace(suffix, '')];
    expect(known, name).toBeDefined();
    expect([...(known ?? []), 'server'], name).toEqual(expect.arrayContaining(Object.keys(labels)));
  }
});

test('METRIC-5 every metric is on the dashboard', () => {
  const asked = new Set(askedSeries.map(({ name }) => name.replace(suffix, '')));
  expect(Object.keys(metricList).filter((name) => !asked.has(name))).toEqual([]);
});

test('OBJECTIVE-2 what rules and dashboard ask for is recorded, and what is recorded is asked for', () => {
  expect([...askedRecordedSeries].toSorted()).toEqual([...recordedSeries].toSorted());
});

test('METRIC-5 every alert has a test of its own and says in docs/operating/watching.md what to do', () => {
  expect(alertNames.length).toBeGreaterThan(15);
  expect([...watching.ruleTests.matchAll(/- name: (\w+)/g)].map(([, name]) => name)).toEqual(alertNames);
  for (const name of alertNames) {
    expect(watching.ruleTests).toMatch(new RegExp(`alertname: ${name},?\\s+eval_time:`));
    expect(watching.page).toMatch(new RegExp(`^\\| \`${name}\` \\| .{20,} \\| .{20,} \\|$`, 'm'));
  }
});

test.skipIf(!hasPromtool)(
  'METRIC-5 promtool accepts the rules, and each alert fires when its test says and not before',
  () => {
    for (const args of [
      ['check', 'rules', 'rules.yml', 'objectives.yml'],
      ['test', 'rules', 'rules.test.yml', 'objectives.test.yml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
      expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
    }
  },
);
