/** What a span says, by the names of OpenTelemetry's conventions: words from closed lists, numbers, and texts that are in the code. Nothing that a caller or a person has chosen. */
export interface SpanFacts {
  'http.request.method'?: string;
  /** The pattern of the route, never the path. */
  'http.route'?: string;
  'http.response.status_code'?: number;
  /** An operation of the console, or `unnamed`. */
  'graphql.operation.name'?: string;
  /** A call of the product API. */
  'console.call'?: string;
  /** As in the log: `OK`, `DONE`, `UNCHANGED`, or the code of the failure. */
  'console.outcome'?: string;
  'db.system.name'?: 'postgresql';
  /** With places instead of values. */
  'db.query.text'?: string;
  /** SQLSTATE, or the code of the system. */
  'error.type'?: string;
}

/** A step of a request, of which the time is taken. */
export interface Span {
  /** Of its trace, 32 hexadecimal digits; null for one that is not recorded. */
  readonly traceId: string | null;
  /** The header of W3C Trace Context that hands the trace on. */
  readonly traceparent: string;
  /** Begins a step of this one, in this process, or with `client` of another server. */
  child(name: string, kind: 'internal' | 'client'): Span;
  /** Adds a step of another server that has just ended, after `ms` milliseconds. */
  add(name: string, ms: number, facts: SpanFacts): void;
  /** With the outcome; a failure is for an operator to look at, not a refusal. */
  end(facts: SpanFacts, isFailure: boolean): void;
}

/** The traces of a server. They are not there where OTEL_EXPORTER_OTLP_ENDPOINT is not set. */
export interface ServerTraces {
  /** Begins the first span of a request: in the trace of this `traceparent`, if there is a valid one, else in a new trace. */
  begin(name: string, traceparent: string | undefined): Span;
  /** Logs when spans can no longer be exported, and when they can be again. */
  logTo(log: { warn(fields: object, text: string): void }): void;
}

/** The traces of a process. */
export interface Traces {
  of(server: 'gateway' | 'platform'): ServerTraces;
  /** Exports what waits, for two seconds at most. */
  close(): Promise<void>;
}
