import type { Metrics } from './metrics.ts';

interface MetricsSettings {
  metricsPort: number | undefined;
  metricsHost: string;
}

/** Serves the metrics of this process on METRICS_PORT; undefined where it is not set: then none of their code is loaded. Throws StartError for a taken port. */
export async function startMetrics({ metricsPort, metricsHost }: MetricsSettings): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined;
  const { serveMetrics } = await import('./metrics-server.ts');
  return serveMetrics({ host: metricsHost, port: metricsPort });
}
