import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { metricList } from './metric-list.ts';
import type { Metrics } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';
import { StartError } from './settings.ts';
import { startMetrics } from './start-metrics.ts';
import { scrape, scrapeValue } from './testing/scrape.ts';

let metrics: Metrics;
afterEach(() => metrics?.close());
const start = async () => {
  metrics = await serveMetrics({ host: '127.0.0.1', port: 0 });
};

test('METRIC-1 without METRICS_PORT there are no metrics', async () => {
  expect(await startMetrics({ metricsPort: undefined, metricsHost: '127.0.0.1' })).toBeUndefined();
});

test('METRIC-1 a taken port is one line with the setting, and so is an address of another machine', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const refusal = await startMetrics({ metricsPort: port, metricsHost: '127.0.0.1' }).catch((error) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect(refusal.message).toMatch(/^METRICS_PORT \d+ on 127\.0\.0\.1 is in use: /);
  await expect(startMetrics({ metricsPort: port, metricsHost: '203.0.113.1' })).rejects.toThrow(
    /^METRICS_HOST 203\.0\.113\.1 cannot be listened on: /,
  );
  other.close();
});

test('METRIC-1 only GET of /metrics is answered, in the text format of Prometheus', async () => {
  await start();
  const answer = await fetch(`${metrics.origin}/metrics?name[]=up`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  for (const [path, method] of [
    ['/', 'GET'],
    ['/metrics/', 'GET'],
    ['/metrics', 'POST'],
    ['/health/live', 'GET'],
  ])
    expect((await fetch(`${metrics.origin}${path}`, { method: method as string })).status).toBe(404);
});

test('METRIC-1 one port has both servers by the label server, and the process without it', async () => {
  await start();
  for (const server of ['gateway', 'platform'] as const)
    metrics.of(server).count('console_requests_total', { operation: 'x', code: 'OK' });
  expect(await scrapeValue(metrics.origin, 'console_requests_total', { server: 'gateway' })).toBe(1);
  expect(await scrapeValue(metrics.origin, 'console_requests_total', { server: 'platform' })).toBe(1);
  const series = await scrape(metrics.origin);
  const ofProcess = series.filter(({ name }) => /^(process|nodejs)_/.test(name));
  expect(ofProcess.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds']),
  );
  expect(ofProcess.filter(({ labels }) => 'server' in labels)).toEqual([]);
});

test('METRIC-3 answers that are asked for at the same time read the gauges once, and what is not set again is absent', async () => {
  await start();
  let reads = 0;
  metrics.of('platform').onScrape(async (set) => {
    reads += 1;
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (reads === 1) set('console_mails_waiting', {}, 3);
  });
  const both = await Promise.all([1, 2, 3].map(() => scrapeValue(metrics.origin, 'console_mails_waiting')));
  expect([both, reads]).toEqual([[3, 3, 3], 1]);
  expect(await scrapeValue(metrics.origin, 'console_mails_waiting')).toBeUndefined();
});

test('METRIC-3 a gauge that cannot be read is no end of the process, and the next answer has it', async () => {
  await start();
  let fails = true;
  metrics.of('platform').onScrape((set) => {
    if (fails) throw new Error('not now');
    set('console_mails_waiting', {}, 1);
  });
  expect((await fetch(`${metrics.origin}/metrics`)).status).toBe(500);
  fails = false;
  expect(await scrapeValue(metrics.origin, 'console_mails_waiting')).toBe(1);
});

test('METRIC-2 no label of any metric can have an id, a person or an address', () => {
  const labels = new Set(Object.values(metricList).flatMap((metric): readonly string[] => metric.labels));
  expect([...labels].sort()).toEqual(
    ['call', 'code', 'family', 'method', 'objective', 'operation', 'outcome', 'pool', 'queue', 'reason']
      .concat(['scope', 'secret', 'source', 'state', 'step', 'table', 'within', 'work'])
      .sort(),
  );
});

test('METRIC-2 the operator’s page has every metric', () => {
  const page = readFileSync(new URL('../../docs/operating/watching.md', import.meta.url), 'utf8');
  for (const [name, { labels, help }] of Object.entries(metricList))
    expect(page).toContain(`| \`${name}\` | ${labels.map((label) => `\`${label}\``).join(', ') || '–'} | ${help} |`);
});
