import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { startTraces } from './start-traces.ts';
import { startOtlpReceiver } from './testing/otlp-receiver.ts';
import { exportTraces } from './trace-exporter.ts';

type Receiver = Awaited<ReturnType<typeof startOtlpReceiver>>;
let receiver: Receiver;
afterEach(() => receiver?.close());
const start = async (mode: Receiver['mode'], share = 1) => {
  receiver = await startOtlpReceiver(mode);
  const traces = exportTraces({ endpoint: new URL(receiver.origin), share, delayMs: 20 });
  return { traces, of: traces.of('gateway') };
};
const foreign = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test('TRACE-1 without OTEL_EXPORTER_OTLP_ENDPOINT there are no traces', async () => {
  expect(await startTraces({ tracesEndpoint: undefined, tracesShare: 1 })).toBeUndefined();
});

test('TRACE-1 a path of the receiver is kept, and its own comes after it', async () => {
  receiver = await startOtlpReceiver();
  const traces = await startTraces({ tracesEndpoint: new URL(`${receiver.origin}/otlp/`), tracesShare: 1 });
  traces?.of('platform').begin('one', undefined).end({}, false);
  await traces?.close();
  expect([...receiver.paths]).toEqual(['POST /otlp/v1/traces']);
  expect(receiver.spans).toMatchObject([
    { service: 'console-platform', name: 'one', kind: 2, parentSpanId: undefined },
  ]);
});

test('TRACE-2 a step begun and one added when it has ended are children of theirs, with times within it', async () => {
  const { traces, of } = await start('takes');
  const request = of.begin('request', undefined);
  const step = request.child('step', 'internal');
  await new Promise((resolve) => setTimeout(resolve, 15));
  step.add('statement', 10, { 'db.query.text': 'select $1' });
  step.add('failed', 0, { 'error.type': '23505' });
  step.end({ 'console.outcome': 'OK' }, false);
  request.end({ 'http.response.status_code': 500 }, true);
  request.end({ 'http.response.status_code': 200 }, false);
  await traces.close();
  const span = (name: string) => receiver.spans.find((one) => one.name === name);
  expect(receiver.spans).toHaveLength(4);
  expect(new Set(receiver.spans.map(({ traceId }) => traceId))).toEqual(new Set([request.traceId]));
  expect([span('step')?.parentSpanId, span('statement')?.parentSpanId]).toEqual([
    span('request')?.spanId,
    span('step')?.spanId,
  ]);
  expect(span('request')).toMatchObject({ isError: true, attributes: { 'http.response.status_code': 500 } });
  expect([span('failed')?.isError, span('statement')?.isError, span('step')?.isError]).toEqual([true, false, false]);
  const { startMs = 0, endMs = 0 } = span('statement') ?? {};
  expect(endMs - startMs).toBeCloseTo(10, 1);
  expect(startMs).toBeGreaterThanOrEqual((span('step')?.startMs ?? Number.NaN) - 1);
  expect(endMs).toBeLessThanOrEqual((span('step')?.endMs ?? Number.NaN) + 1);
});

test('TRACE-3 a trace is continued by its traceparent, and one that is malformed begins a new one', async () => {
  const { traces, of } = await start('takes');
  of.begin('continued', foreign).end({}, false);
  for (const wrong of ['', 'x', foreign.slice(1), `${foreign}-more`, foreign.replace(/[0-9a-f]{32}/, '0'.repeat(32))])
    of.begin('new', wrong).end({}, false);
  await traces.close();
  const [continued, ...others] = receiver.spans;
  expect(continued).toMatchObject({ traceId: foreign.slice(3, 35), parentSpanId: foreign.slice(36, 52) });
  expect(others).toHaveLength(5);
  for (const { traceId, parentSpanId } of others)
    expect([traceId === continued?.traceId, parentSpanId]).toEqual([false, undefined]);
});

test('TRACE-5 a share of the traces is recorded, whole or not at all; who has begun a trace has decided', async () => {
  const { traces, of } = await start('takes', 0.5);
  const begun = Array.from({ length: 400 }, () => of.begin('request', undefined));
  for (const span of begun) {
    const child = span.child('step', 'client');
    expect(child.traceparent.slice(0, 35)).toBe(span.traceparent.slice(0, 35));
    expect(child.traceparent.slice(-2)).toBe(span.traceId === null ? '00' : '01');
    child.add('statement', 1, {});
    child.end({}, false);
    span.end({}, false);
  }
  expect(of.begin('off', foreign.replace(/01$/, '00')).traceId).toBeNull();
  expect(of.begin('on', foreign).traceId).toBe(foreign.slice(3, 35));
  const recorded = begun.filter(({ traceId }) => traceId !== null).length;
  expect(Math.abs(recorded - 200)).toBeLessThan(80);
  await traces.close();
  expect(receiver.spans).toHaveLength(3 * recorded);
});

test('TRACE-6 spans that a receiver does not take are bounded, and closing waits for two seconds at most', async () => {
  const { traces, of } = await start('hangs');
  for (let index = 0; index < 10_000; index += 1) {
    of.begin('request', undefined).end({}, false);
    // Gives the exporter time to send batches.
    if (index % 1_000 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  receiver.mode = 'takes';
  await expect.poll(() => receiver.open.length).toBeGreaterThan(0);
  for (const response of receiver.open) response.writeHead(200).end('{}');
  await expect.poll(() => receiver.spans.length).toBeGreaterThan(0);
  await traces.close();
  // The queued spans; another batch was being sent.
  expect(receiver.spans.length).toBeLessThanOrEqual(2_048);

  const other = await start('hangs');
  other.of.begin('request', undefined).end({}, false);
  const closed = other.traces.close().then(() => 'closed');
  await expect.poll(() => receiver.open.length).toBeGreaterThan(0);
  // The exporter gives up a request after ten seconds.
  const givenUp = once(receiver.open.at(-1) as ServerResponse, 'close').then(() => 'given up');
  expect(await Promise.race([closed, givenUp])).toBe('closed');
});

test('TRACE-6 the log says once that traces are not exported, and once that they are again', async () => {
  const { traces, of } = await start('refuses');
  const lines: unknown[][] = [];
  of.logTo({ warn: (...line) => void lines.push(line) });
  const exportOne = async () => {
    of.begin('request', undefined).end({}, false);
    await new Promise((resolve) => setTimeout(resolve, 120));
  };
  await exportOne();
  await exportOne();
  await expect.poll(() => lines).toEqual([[{ reason: 'Bad Request' }, 'traces are not exported']]);
  receiver.mode = 'takes';
  await exportOne();
  await expect.poll(() => lines.slice(1)).toEqual([[{ reason: null }, 'traces are exported again']]);
  await traces.close();
});
