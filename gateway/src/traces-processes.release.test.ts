import { fillDataFolder } from '@console/platform/testing/database';
import { startOtlpReceiver } from '@console/server-base/testing/otlp-receiver';
import { afterAll, expect, test } from 'vitest';
import { useProgramsSpyingOn } from './testing/start-program.ts';

const receiver = await startOtlpReceiver();
afterAll(() => receiver.close());
const programs = useProgramsSpyingOn(/@opentelemetry|trace-exporter/);

test('TRACE-1 without OTEL_EXPORTER_OTLP_ENDPOINT no code of traces is loaded, and with it both servers export what they have when they end', {
  timeout: 180_000,
}, async () => {
  await fillDataFolder(programs.dataDir);
  const without = await programs.start('tools/serve.ts', { DEMO: 'off', OTEL_TRACES_SAMPLER_ARG: '1' });
  expect(await without.stop()).toBe(0);
  expect(without.errors()).not.toContain('loaded');
  const both = await programs.start('tools/serve.ts', {
    DEMO: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin,
    OTEL_TRACES_SAMPLER_ARG: '1',
  });
  const body = JSON.stringify({ query: '{ multiFactor(email: "a@b.example") }' });
  await fetch(`${both.origin}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect(await both.stop()).toBe(0);
  expect(both.errors()).toContain('@opentelemetry');
  const [one] = receiver.spans.filter(({ name }) => name === 'isMultiFactorEnabled');
  const trace = receiver.spans.filter(({ traceId }) => traceId === one?.traceId);
  expect([...new Set(trace.map(({ service }) => service))].sort()).toEqual(['console-gateway', 'console-platform']);
  expect(trace.map(({ name }) => name)).toContain('select ent_usr');
});

test.each(['gateway/src/main.ts', 'platform/src/main.ts'])(
  'TRACE-1 %s alone ends without a receiver, and a wrong address or share is one line',
  { timeout: 180_000 },
  async (program) => {
    await fillDataFolder(programs.dataDir);
    const alone = await programs.start(program, { DEMO: 'off', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    expect(await alone.stop()).toBe(0);
    const wrong = await programs.start(program, {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318',
      OTEL_TRACES_SAMPLER_ARG: '2',
    });
    expect([await wrong.ended, wrong.errors()]).toEqual([
      1,
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL with an optional path, and nothing after it (it is "localhost:4318"). OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1 (it is "2").\n',
    ]);
  },
);
