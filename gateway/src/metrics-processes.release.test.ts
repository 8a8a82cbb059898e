import { readdir, rm } from 'node:fs/promises';
import { fillDataFolder } from '@console/platform/testing/database';
import { freePort } from '@console/platform/testing/free-port';
import { scrape, scrapeValue } from '@console/server-base/testing/scrape';
import { expect, test } from 'vitest';
import { useProgramsSpyingOn } from './testing/start-program.ts';

const programs = useProgramsSpyingOn(/prom-client|metrics-server/);
const startProgram = programs.start;

const serversOf = async (origin: string) =>
  [...new Set((await scrape(origin)).flatMap(({ labels: { server } }) => server ?? []))].sort();

test('METRIC-1 each server alone and both in one process serve their metrics on one port until they end', {
  timeout: 180_000,
}, async () => {
  const gateway = await startProgram('gateway/src/main.ts', { METRICS_PORT: '' });
  expect(await serversOf(gateway.metrics)).toEqual(['gateway']);
  expect(await gateway.stop()).toBe(0);
  await expect(fetch(gateway.metrics)).rejects.toThrow();
  await fillDataFolder(programs.dataDir);
  const platform = await startProgram('platform/src/main.ts', { METRICS_PORT: '', DEMO: 'off' });
  expect(await serversOf(platform.metrics)).toEqual(['platform']);
  expect(await platform.stop()).toBe(0);
  const both = await startProgram('tools/serve.ts', { METRICS_PORT: '', DEMO: 'off' });
  expect(await serversOf(both.metrics)).toEqual(['gateway', 'platform']);
  const body = JSON.stringify({ query: '{ multiFactor(email: "a@b.example") }' });
  await fetch(`${both.origin}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  for (const [server, operation] of [
    ['gateway', 'unnamed'],
    ['platform', 'isMultiFactorEnabled'],
  ] as const)
    await expect
      .poll(() => scrapeValue(both.metrics, 'console_requests_total', { server, operation }))
      .toBeGreaterThan(0);
  expect(await both.stop()).toBe(0);
});

test('METRIC-1 without METRICS_PORT none of their code is loaded, and with it the library is', {
  timeout: 180_000,
}, async () => {
  const without = await startProgram('gateway/src/main.ts');
  expect(await without.stop()).toBe(0);
  expect(without.errors()).not.toContain('loaded');
  const using = await startProgram('gateway/src/main.ts', { METRICS_PORT: '' });
  expect(await using.stop()).toBe(0);
  expect(using.errors()).toContain('prom-client');
});

test('METRIC-1 a wrong port, a taken one and that of the console are one line, and nothing is written', {
  timeout: 180_000,
}, async () => {
  const wrong = await startProgram('tools/serve.ts', { METRICS_PORT: 'many' });
  expect([await wrong.ended, wrong.errors()]).toEqual([
    1,
    'METRICS_PORT must be a whole number from 1 to 65535 (it is "many").\n',
  ]);
  const same = String(await freePort());
  const twice = await startProgram('tools/serve.ts', { METRICS_PORT: same, PORT: same });
  expect(await twice.ended).toBe(1);
  expect(twice.errors()).toMatch(/^PORT \d+ on 127\.0\.0\.1 is in use: .*\n$/m);
  await expect(readdir(programs.dataDir)).rejects.toThrow('ENOENT');
  const gateway = await startProgram('gateway/src/main.ts', { METRICS_PORT: '' });
  const port = new URL(gateway.metrics).port;
  await rm(programs.dataDir, { recursive: true });
  const taken = await startProgram('platform/src/main.ts', { METRICS_PORT: port });
  const said = taken.errors().replace(/^loaded .*\n/gm, '');
  expect([await taken.ended, said]).toEqual([
    1,
    `METRICS_PORT ${port} on 127.0.0.1 is in use: free it, or set another port.\n`,
  ]);
  await expect(readdir(programs.dataDir)).rejects.toThrow('ENOENT');
  await gateway.stop();
});
