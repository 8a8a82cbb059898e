import type { Metrics } from './metrics.ts';

interface MetricsSettings {
  metricsPort: number | undefined;
  metricsHost: string;
}

/** Serves metrics on METRICS_PORT; undefined, and no code loaded, if it is not set. Throws StartError for a taken port. */
export async function startMetrics({ metricsPort, metricsHost }: MetricsSettings): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined;
  const { serveMetrics } = await import('./metrics-server.ts');
  return serveMetrics({ host: metricsHost, port: metricsPort });
}
