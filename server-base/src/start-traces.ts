import type { Traces } from './traces.ts';

interface TraceSettings {
  tracesEndpoint: URL | undefined;
  tracesShare: number;
}

/** Exports traces to OTEL_EXPORTER_OTLP_ENDPOINT; undefined, and no code loaded, if it is not set. */
export async function startTraces({ tracesEndpoint, tracesShare }: TraceSettings): Promise<Traces | undefined> {
  if (tracesEndpoint === undefined) return undefined;
  const { exportTraces } = await import('./trace-exporter.ts');
  return exportTraces({ endpoint: tracesEndpoint, share: tracesShare });
}
