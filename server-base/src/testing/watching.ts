import { readFileSync } from 'node:fs';

const file = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The texts of what watches a console. */
export const watching = {
  rules: file('deploy/prometheus/rules.yml') + file('deploy/prometheus/objectives.yml'),
  ruleTests: file('deploy/prometheus/rules.test.yml') + file('deploy/prometheus/objectives.test.yml'),
  dashboard: file('deploy/grafana/console.json'),
  page: file('docs/operating/watching.md'),
};

export const alertNames = [...watching.rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

/** A series that a rule or the dashboard asks for: its metric, and the labels that it compares with one value. */
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

/** All that rules and dashboard ask for. */
export const askedSeries = [...askedIn(watching.rules), ...askedIn(dashboardExpressions)];

const named = (text: string, pattern: RegExp) => new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name));

/** The series that rules record, and those of them that rules and dashboard ask for. */
export const recordedSeries = named(watching.rules, /- record: (\S+)/g);
export const askedRecordedSeries = named(`${watching.rules}\n${dashboardExpressions}`, /\b(console:\w+:\w+)/g);
