import type { CounterName, GaugeName, HistogramName, LabelsOf } from './metric-list.ts';

/** Sets a gauge in the current response. */
export type SetGauge = <N extends GaugeName>(name: N, labels: LabelsOf<N>, value: number) => void;

/** Missing if METRICS_PORT is not set. */
export interface ServerMetrics {
  /** Default: 1. 0 creates the counter before its first event, which an alert would otherwise not see. */
  count<N extends CounterName>(name: N, labels: LabelsOf<N>, times?: number): void;
  observe<N extends HistogramName>(name: N, labels: LabelsOf<N>, ms: number): void;
  /** Calls `read` for each response. A gauge that `read` does not set is absent. */
  onScrape(read: (set: SetGauge) => void | Promise<void>): void;
}

export interface Metrics {
  origin: string;
  of(server: 'gateway' | 'platform'): ServerMetrics;
  close(): Promise<void>;
}
