import { setTimeout as delay } from 'node:timers/promises';
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { ServerTraces, Span, SpanFacts, Traces } from './traces.ts';

/** Queued spans; more are dropped. */
const maxWaiting = 2_048;
const exportTimeoutMs = 5_000;
const closeTimeoutMs = 2_000;
const maxReasonLength = 200;

interface TraceOptions {
  endpoint: URL;
  /** The share of recorded traces among those begun here, 0 to 1. */
  share: number;
  /** Wait for further spans before sending. */
  delayMs?: number;
}

const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT };

/** An OpenTelemetry span, passed on by hand: without its global context nothing is patched. */
class RecordedSpan implements Span {
  readonly traceId: string | null;
  readonly #tracer: Tracer;
  readonly #span: OtelSpan;
  readonly #context: Context;

  constructor(tracer: Tracer, span: OtelSpan) {
    this.#tracer = tracer;
    this.#span = span;
    this.#context = trace.setSpan(ROOT_CONTEXT, span);
    this.traceId = span.isRecording() ? span.spanContext().traceId : null;
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext();
    return `00-${traceId}-${spanId}-0${traceFlags}`;
  }

  child(name: string, kind: keyof typeof kinds): Span {
    // Steps of an unrecorded span are not recorded either.
    if (!this.#span.isRecording()) return this;
    return new RecordedSpan(this.#tracer, this.#tracer.startSpan(name, { kind: kinds[kind] }, this.#context));
  }

  add(name: string, ms: number, facts: SpanFacts): void {
    if (!this.#span.isRecording()) return;
    const now = performance.now();
    const options = { kind: SpanKind.CLIENT, startTime: now - ms, attributes: { ...facts } };
    const span = this.#tracer.startSpan(name, options, this.#context);
    if (facts['error.type']) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(now);
  }

  end(facts: SpanFacts, isFailure: boolean): void {
    if (!this.#span.isRecording()) return;
    this.#span.setAttributes({ ...facts });
    if (isFailure) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }
}

/** Calls `report` with the reason at the first failure after a success, and with null at the next success. */
function reporting(exporter: SpanExporter, report: (reason: string | null) => void): SpanExporter {
  let hasFailed = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const fails = result.code !== ExportResultCode.SUCCESS;
        if (fails !== hasFailed) report(fails ? (result.error?.message ?? '').slice(0, maxReasonLength) : null);
        hasFailed = fails;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** Exports spans in batches over OTLP/HTTP in the background. If the receiver does not respond, surplus spans are dropped. */
export function exportTraces({ endpoint, share, delayMs = 5_000 }: TraceOptions): Traces {
  const url = `${endpoint.href.replace(/\/+$/, '')}/v1/traces`;
  const providers: TracerProvider[] = [];
  const startServer = (server: string): ServerTraces => {
    const logs: Parameters<ServerTraces['logTo']>[0][] = [];
    const report = (reason: string | null) => {
      for (const log of logs)
        log.warn({ reason }, reason === null ? 'traces are exported again' : 'traces are not exported');
    };
    const exporter = reporting(new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs }), report);
    const provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': `console-${server}` }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter,
          maxQueueSize: maxWaiting,
          scheduledDelayMillis: delayMs,
          exportTimeoutMillis: 2 * exportTimeoutMs,
        }),
      ],
    });
    providers.push(provider);
    const tracer = provider.getTracer('console');
    return {
      begin(name, traceparent) {
        const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
        const context = parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
        return new RecordedSpan(tracer, tracer.startSpan(name, { kind: SpanKind.SERVER }, context));
      },
      logTo: (log) => void logs.push(log),
    };
  };
  return {
    of: startServer,
    async close() {
      const closing = Promise.allSettled(providers.map((provider) => provider.shutdown()));
      await Promise.race([closing, delay(closeTimeoutMs, undefined, { ref: false })]);
    },
  };
}
