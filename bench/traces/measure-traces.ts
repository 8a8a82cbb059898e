import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatNumber } from '../baseline.ts';
import { row } from '../markdown.ts';
import { type Effort, measureAll, median, type Results, ratioOf } from '../measure.ts';
import { pageTrials } from '../pages/measure-pages.ts';
import { measuredQueries, startDemoApi } from '../pages/setup.ts';
import type { Server } from '../processes.ts';
import { startGateway } from '../servers.ts';

/** The gateway without traces, with the share that it records by default, and with all. */
const shares = { gateway: null, traced: undefined, 'all traced': '1' } as const;
type Variant = keyof typeof shares;
const variants = Object.keys(shares) as Variant[];

export type TraceMeasurements = Results<Variant>;

/** Takes spans and drops them. */
async function startReceiver() {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, stop: () => void server.close().closeAllConnections() };
}

/** Measures the console's pages on gateways with and without traces, in the same rounds. */
export async function measureTraces({
  pages,
  ...effort
}: Effort & { pages: ReadonlySet<string> }): Promise<TraceMeasurements> {
  const api = await startDemoApi();
  const receiver = await startReceiver();
  const servers = new Map<Variant, Server>();
  const envOf = (share: (typeof shares)[Variant]): Record<string, string> =>
    share === null
      ? {}
      : { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin, ...(share && { OTEL_TRACES_SAMPLER_ARG: share }) };
  try {
    for (const name of variants) servers.set(name, await startGateway(api.replay, { env: envOf(shares[name]) }));
    console.log('  pages with and without traces');
    return await measureAll(pageTrials(measuredQueries(api, pages), variants), servers, effort);
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()));
    receiver.stop();
    await api.stop();
  }
}

const ratios = (found: TraceMeasurements, variant: Variant): number[] =>
  Object.values(found).map((byVariant) => ratioOf('cpuMs', byVariant[variant], byVariant.gateway) ?? Number.NaN);

/** The CPU of the median page with the default share of traces, against none. */
export const tracesRatio = (found: TraceMeasurements): number => median(ratios(found, 'traced'));

/** CPU against the gateway without traces: the median page, and the one with the most. */
export const traceTable = (found: TraceMeasurements): string[] => [
  row(['traces', 'median page: CPU', 'page with the most: CPU', 'resident memory']),
  row(['---', '---:', '---:', '---:']),
  ...variants.slice(1).map((variant) => {
    const all = ratios(found, variant);
    const last = Object.values(found).at(-1) ?? {};
    const memory = ratioOf('rssMb', last[variant], last.gateway) ?? Number.NaN;
    return row([variant, ...[median(all), Math.max(...all), memory].map(formatNumber)]);
  }),
];
