import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { metricList } from './metric-list.ts';
import type { Metrics, ServerMetrics, SetGauge } from './metrics.ts';
import { listenError } from './settings.ts';

type Labels = Readonly<Record<string, string>>;

/** Few open connections are enough, because concurrent scrapes share a response. */
const maxConnections = 16;
const timeoutMs = 10_000;
/** Buckets of the metric of garbage collection. The library has eight by default. */
const gcDurationBuckets = [0.01, 0.1, 1];

function createRegistry() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, gcDurationBuckets });
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  const gauges = new Map<string, Gauge>();
  for (const [name, metric] of Object.entries(metricList)) {
    const { type, help, labels } = metric;
    const shared = { name, help, labelNames: ['server', ...labels], registers: [registry] };
    if (type === 'counter') counters.set(name, new Counter(shared));
    else if (type === 'gauge') gauges.set(name, new Gauge(shared));
    else if (type === 'histogram') histograms.set(name, new Histogram({ ...shared, buckets: [...metric.buckets] }));
  }
  return { registry, counters, histograms, gauges };
}

/** Serves `/metrics` in Prometheus' text format. Concurrent scrapes share one response. */
export async function serveMetrics(address: { host: string; port: number }): Promise<Metrics> {
  const { registry, counters, histograms, gauges } = createRegistry();
  const readers: (() => void | Promise<void>)[] = [];
  let pending: Promise<string> | undefined;
  const scrape = async () => {
    for (const gauge of gauges.values()) gauge.reset();
    await Promise.all(readers.map((read) => read()));
    return registry.metrics();
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    pending ??= scrape().finally(() => {
      pending = undefined;
    });
    try {
      const text = await pending;
      response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  };
  const server = createServer({ requestTimeout: timeoutMs, headersTimeout: timeoutMs }, answer);
  server.maxConnections = maxConnections;
  const listening = once(server, 'listening');
  server.listen(address);
  try {
    await listening;
  } catch (error) {
    throw listenError('METRICS_PORT', address, error, 'METRICS_HOST');
  }
  const { address: host, port } = server.address() as AddressInfo;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    of: (name): ServerMetrics => {
      const own = (labels: Labels) => ({ server: name, ...labels });
      const set: SetGauge = (gauge, labels, value) => gauges.get(gauge)?.set(own(labels), value);
      return {
        count: (counter, labels, times = 1) => counters.get(counter)?.inc(own(labels), times),
        observe: (histogram, labels, ms) => histograms.get(histogram)?.observe(own(labels), ms / 1_000),
        onScrape: (read) => void readers.push(() => read(set)),
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
