import { readFileSync } from 'node:fs';

const file = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The files with which a console is monitored. */
export const watching = {
  rules: file('deploy/prometheus/rules.yml') + file('deploy/prometheus/objectives.yml'),
  ruleTests: file('deploy/prometheus/rules.test.yml') + file('deploy/prometheus/objectives.test.yml'),
  dashboard: file('deploy/grafana/console.json'),
  page: file('docs/operating/watching.md'),
};

export const alertNames = [...watching.rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

/** A series in a query of a rule or the dashboard: its metric, and the labels with a fixed value. */
export interface AskedSeries {
  name: string;
  labels: Record<string, string>;
}

function askedIn(text: string): AskedSeries[] {
  const selectors = text.matchAll(/\b((?:console|nodejs|process)_\w+)\b(?:\{([^}]*)\})?/g);
  return [...selectors].map(([, name = '', matchers = '']) => {
    const equal = [...matchers.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => [label, value]);
    return { name, labels: Object.fromEntries(equal) };
  });
}

const dashboardExpressions = (JSON.parse(watching.dashboard) as { panels: { targets?: { expr: string }[] }[] }).panels
  .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  .join('\n');

/** All series that rules and dashboard query. */
export const askedSeries = [...askedIn(watching.rules), ...askedIn(dashboardExpressions)];

const named = (text: string, pattern: RegExp) => new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name));

/** The series that rules record, and the recorded series that rules and dashboard query. */
export const recordedSeries = named(watching.rules, /- record: (\S+)/g);
export const askedRecordedSeries = named(`${watching.rules}\n${dashboardExpressions}`, /\b(console:\w+:\w+)/g);
