import { afterEach, expect, test } from 'vitest';
import { readGatewaySettings } from '../base/settings.ts';
import { Capabilities } from '../product-api/capabilities.ts';
import { ProductApi } from '../product-api/client.ts';
import { type FaultUpstream, startFaultUpstream } from '../testing/fault-upstream.ts';
import { KeyRequestLog } from './key-request-log.ts';
import { SecretNotice } from './secret-notice.ts';

const path = '/consoles/ext/report_key_requests';

let upstream: FaultUpstream;
let api: ProductApi;
afterEach(async () => {
  await api.close();
  await upstream.close();
});

async function start() {
  upstream = await startFaultUpstream();
  upstream.script('/consoles/ext/capabilities', {
    body: { capabilities: ['extensions'] },
    headers: { 'x-console-extensions': '1' },
  });
  const clock = () => new Date('2026-11-20T09:00:00Z');
  const settings = readGatewaySettings({
    PRODUCT_API_URL: upstream.origin,
    PRODUCT_API_EXTENSIONS: 'on',
    GATEWAY_SECRET: 'shared by gateway and platform in tests',
  });
  api = new ProductApi(settings, clock);
  const lines: unknown[] = [];
  const write = (...line: unknown[]) => lines.push(line);
  const log = { error: write, warn: write, info: write } as unknown as ConstructorParameters<
    typeof KeyRequestLog
  >[0]['log'];
  const secretNotice = new SecretNotice({ clock, log });
  return { log: new KeyRequestLog({ api, capabilities: new Capabilities(api, clock), log, secretNotice }), lines };
}

const keyHash = (key: number) => String(key).padStart(64, '0');
const request = (key = 1, operation = 'Canary') => ({
  key_hash: keyHash(key),
  at: '2026-11-20T09:00:00.000Z',
  operation,
  code: null,
  cost: 1,
  ms: 2,
  request_id: 'request-1',
});
interface Report {
  requests: { operation: string; key_hash: string }[];
  missing: { key_hash: string; count: number }[];
}
const reports = () => upstream.sent(path).map(({ body }) => body as Report);
const patience = { timeout: 20_000 };
const addMany = (log: KeyRequestLog, count: number, key = 1) => {
  for (let n = 0; n < count; n += 1) log.add(request(key));
};

test('REQLOG-5 what waits is bounded in bytes, and what has no room is counted for its key and reported', async () => {
  const { log } = await start();
  upstream.script(path, { body: {} });
  addMany(log, 20_000);
  addMany(log, 500, 2);
  await expect.poll(() => reports().flatMap(({ missing }) => missing).length, patience).toBe(2);
  await log.close();
  const { length: taken } = reports().flatMap(({ requests }) => requests);
  expect(taken).toBeGreaterThan(5_000);
  expect(taken * 400).toBeLessThan(4 * 1024 * 1024);
  expect(reports().every(({ requests, missing }) => requests.length + missing.length <= 200)).toBe(true);
  expect(reports().flatMap(({ missing }) => missing)).toEqual([
    { key_hash: keyHash(1), count: 20_000 - taken },
    { key_hash: keyHash(2), count: 500 },
  ]);
});

test('REQLOG-5 while the product API is out, what waits stays bounded and the counts of the keys are kept', async () => {
  const { log } = await start();
  upstream.script(path, { status: 503, times: 2 }, { body: {} });
  addMany(log, 20_000);
  await expect.poll(() => reports().length, patience).toBe(1);
  addMany(log, 1_000);
  await expect.poll(() => reports().length, patience).toBeGreaterThan(3);
  await log.close();
  const taken = reports().slice(2);
  const missing = taken.flatMap((report) => report.missing).reduce((sum, { count }) => sum + count, 0);
  expect(taken.flatMap(({ requests }) => requests).length + missing).toBe(21_000);
  expect(missing).toBeGreaterThan(5_000);
});

test('REQLOG-9 a report that does not reach the product API is sent again, unless it was accepted', async () => {
  const { log } = await start();
  upstream.script(path, { status: 503, times: 1 }, { body: {} });
  log.add(request());
  await expect.poll(() => reports().length, patience).toBe(2);
  await log.close();
  expect(reports().map(({ requests }) => requests.length)).toEqual([1, 1]);
});

test('REQLOG-5 requests of a report that is refused are missing in the next one that is taken', async () => {
  const { log } = await start();
  upstream.script(path, { hang: true, times: 1 }, { body: {} });
  log.add(request(1));
  log.add(request(2));
  await expect.poll(() => reports().length, { timeout: 30_000 }).toBe(2);
  await log.close();
  expect(reports()[1]).toEqual({
    requests: [],
    missing: [
      { key_hash: keyHash(1), count: 1 },
      { key_hash: keyHash(2), count: 1 },
    ],
  });
});

test('REQLOG-2 REQLOG-9 a close makes one attempt, and logs how many requests are lost, without their names', async () => {
  const { log, lines } = await start();
  upstream.script(path, { status: 503 });
  addMany(log, 3);
  await log.close();
  expect(upstream.sent(path)).toHaveLength(1);
  expect(lines).toContainEqual([{ count: 3 }, 'requests of API keys not reported']);
  expect(JSON.stringify(lines)).not.toMatch(/Canary|0000001/);
});
