import type { CounterName, GaugeName, HistogramName, LabelsOf } from './metric-list.ts';

/** Sets a gauge in the answer that is being made. */
export type SetGauge = <N extends GaugeName>(name: N, labels: LabelsOf<N>, value: number) => void;

/** What a server counts. It is not there where METRICS_PORT is not set. */
export interface ServerMetrics {
  /** Once by default. With 0 the counter is there before its first time, which an alert would not see otherwise. */
  count<N extends CounterName>(name: N, labels: LabelsOf<N>, times?: number): void;
  observe<N extends HistogramName>(name: N, labels: LabelsOf<N>, ms: number): void;
  /** Calls `read` for each answer; a gauge that it does not set is absent. */
  onScrape(read: (set: SetGauge) => void | Promise<void>): void;
}

/** The metrics of a process, which listen. */
export interface Metrics {
  origin: string;
  of(server: 'gateway' | 'platform'): ServerMetrics;
  close(): Promise<void>;
}
