import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as it was received. */
export interface ReceivedSpan {
  service: unknown;
  traceId: string;
  spanId: string;
  /** Undefined for the first span of a trace. */
  parentSpanId: string | undefined;
  name: string;
  /** 1: internal, 2: server, 3: client. */
  kind: number;
  startMs: number;
  endMs: number;
  attributes: Record<string, unknown>;
  isError: boolean;
}

interface SentAttribute {
  key: string;
  value: Record<string, unknown>;
}

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: SentAttribute[];
  status?: { code?: number };
}

interface SentSpans {
  resourceSpans: { resource: { attributes: SentAttribute[] }; scopeSpans: { spans: SentSpan[] }[] }[];
}

const valuesOf = (attributes: SentAttribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const millis = (nanos: string) => Number(BigInt(nanos) / 1_000n) / 1_000;

const readSpans = ({ resourceSpans }: SentSpans): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(
        ({ traceId, spanId, parentSpanId, name, kind, startTimeUnixNano, endTimeUnixNano, attributes, status }) => ({
          traceId,
          spanId,
          name,
          kind,
          parentSpanId: parentSpanId || undefined,
          service: valuesOf(resource.attributes)['service.name'],
          startMs: millis(startTimeUnixNano),
          endMs: millis(endTimeUnixNano),
          attributes: valuesOf(attributes),
          isError: status?.code === 2,
        }),
      ),
    ),
  );

/** A receiver of traces over OTLP/HTTP. `mode`: whether it accepts traces, rejects them, or never responds. */
export async function startOtlpReceiver(mode: 'takes' | 'refuses' | 'hangs' = 'takes') {
  const spans: ReceivedSpan[] = [];
  const paths = new Set<string>();
  const open: ServerResponse[] = [];
  const receiver = { mode, spans, paths, open, origin: '', close: () => Promise.resolve() };
  const server = createServer(async (request, response) => {
    paths.add(`${request.method} ${request.url}`);
    const body = await text(request);
    if (receiver.mode === 'hangs') return void open.push(response);
    if (receiver.mode === 'refuses') return void response.writeHead(400).end('what was refused');
    spans.push(...readSpans(JSON.parse(body)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  receiver.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return receiver;
}
