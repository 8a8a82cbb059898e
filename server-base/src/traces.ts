/** Attributes of a span by OpenTelemetry's conventions: closed lists, numbers, and texts of the code, nothing that a caller chose. */
export interface SpanFacts {
  'http.request.method'?: string;
  /** The pattern of the route, never the path. */
  'http.route'?: string;
  'http.response.status_code'?: number;
  'graphql.operation.name'?: string;
  'console.call'?: string;
  /** Same value as in the log: `OK`, `DONE`, `UNCHANGED`, or the failure's code. */
  'console.outcome'?: string;
  'db.system.name'?: 'postgresql';
  /** SQL with placeholders instead of values. */
  'db.query.text'?: string;
  /** SQLSTATE, or the code of the system. */
  'error.type'?: string;
}

export interface Span {
  /** Trace id of 32 hexadecimal digits; null if not recorded. */
  readonly traceId: string | null;
  /** W3C Trace Context header. */
  readonly traceparent: string;
  /** Begins a child span, in this process, or with `client` in another server. */
  child(name: string, kind: 'internal' | 'client'): Span;
  /** Adds a child span of another server that has just ended, after `ms` milliseconds. */
  add(name: string, ms: number, facts: SpanFacts): void;
  /** Marks the span as failed, for an operator to examine. Refusals are not marked. */
  end(facts: SpanFacts, isFailure: boolean): void;
}

/** Missing if OTEL_EXPORTER_OTLP_ENDPOINT is not set. */
export interface ServerTraces {
  /** Begins a request's first span, in the trace of a valid `traceparent`, otherwise in a new trace. */
  begin(name: string, traceparent: string | undefined): Span;
  /** Logs when spans can no longer be exported, and when they can again. */
  logTo(log: { warn(fields: object, text: string): void }): void;
}

export interface Traces {
  of(server: 'gateway' | 'platform'): ServerTraces;
  /** Exports queued spans, for two seconds at most. */
  close(): Promise<void>;
}
