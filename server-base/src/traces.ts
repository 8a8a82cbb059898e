/** Facts of a span by OpenTelemetry's conventions: closed lists, numbers, and texts of the code, nothing that a caller chose. */
export interface SpanFacts {
  'http.request.method'?: string;
  /** The pattern of the route, never the path. */
  'http.route'?: string;
  'http.response.status_code'?: number;
  'graphql.operation.name'?: string;
  'console.call'?: string;
  /** Same as in the log: `OK`, `DONE`, `UNCHANGED`, or the failure's code. */
  'console.outcome'?: string;
  'db.system.name'?: 'postgresql';
  /** Has placeholders instead of values. */
  'db.query.text'?: string;
  /** SQLSTATE, or the code of the system. */
  'error.type'?: string;
}

export interface Span {
  /** Trace id of 32 hexadecimal digits; null if not recorded. */
  readonly traceId: string | null;
  /** W3C Trace Context header. */
  readonly traceparent: string;
  /** Begins a step of this one, in this process, or with `client` of another server. */
  child(name: string, kind: 'internal' | 'client'): Span;
  /** Adds a step of another server that has just ended, after `ms` milliseconds. */
  add(name: string, ms: number, facts: SpanFacts): void;
  /** Failures are for an operator to examine; refusals are not. */
  end(facts: SpanFacts, isFailure: boolean): void;
}

/** Missing if OTEL_EXPORTER_OTLP_ENDPOINT is not set. */
export interface ServerTraces {
  /** Begins a request's first span, in the trace of a valid `traceparent`, else in a new one. */
  begin(name: string, traceparent: string | undefined): Span;
  /** Logs when spans can no longer be exported, and when they can again. */
  logTo(log: { warn(fields: object, text: string): void }): void;
}

export interface Traces {
  of(server: 'gateway' | 'platform'): ServerTraces;
  /** Exports what waits, for two seconds at most. */
  close(): Promise<void>;
}
