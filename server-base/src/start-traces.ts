import type { Traces } from './traces.ts';

interface TraceSettings {
  tracesEndpoint: URL | undefined;
  tracesShare: number;
}

/** Exports the traces of this process to OTEL_EXPORTER_OTLP_ENDPOINT; undefined where it is not set: then none of their code is loaded. */
export async function startTraces({ tracesEndpoint, tracesShare }: TraceSettings): Promise<Traces | undefined> {
  if (tracesEndpoint === undefined) return undefined;
  const { exportTraces } = await import('./trace-exporter.ts');
  return exportTraces({ endpoint: tracesEndpoint, share: tracesShare });
}
