import { gatewayRefusal } from '@console/platform/testing/refusals';
import { afterEach, expect, test } from 'vitest';
import { readGatewaySettings } from '../base/settings.ts';
import { Capabilities } from '../product-api/capabilities.ts';
import { ProductApi } from '../product-api/client.ts';
import { type FaultUpstream, startFaultUpstream } from '../testing/fault-upstream.ts';
import { type Refusal, RefusalReports } from './refusal-reports.ts';
import { SecretNotice } from './secret-notice.ts';

const path = '/consoles/ext/refusals';
const minute = 60_000;

let upstream: FaultUpstream;
let api: ProductApi;
afterEach(async () => {
  await api.close();
  await upstream.close();
});

const refusal: Refusal = { ...gatewayRefusal, user_id: '5', request_id: 'request-1' };

async function start() {
  upstream = await startFaultUpstream();
  upstream.script('/consoles/ext/capabilities', {
    body: { capabilities: ['extensions'] },
    headers: { 'x-console-extensions': '1' },
  });
  let now = new Date('2026-11-20T09:00:00Z');
  const clock = () => now;
  const settings = readGatewaySettings({
    PRODUCT_API_URL: upstream.origin,
    PRODUCT_API_EXTENSIONS: 'on',
    GATEWAY_SECRET: 'shared by gateway and platform in tests',
  });
  api = new ProductApi(settings, clock);
  const lines: { fields: object; text: string }[] = [];
  const write = (fields: object, text: string) => lines.push({ fields, text });
  const log = { error: write, warn: write, info: write } as unknown as ConstructorParameters<
    typeof RefusalReports
  >[0]['log'];
  const secretNotice = new SecretNotice({ clock, log });
  const refusals = new RefusalReports(
    { api, capabilities: new Capabilities(api, clock), clock, log, secretNotice },
    { logKey: 'key', addressFields: (address) => ({ address }) },
  );
  const passMinute = () => {
    now = new Date(now.getTime() + minute);
  };
  return { refusals, lines, passMinute };
}
const reported = () =>
  upstream.sent(path).map(({ body }) => (body as { refusals: { action: string; count: number }[] }).refusals);
const addMany = (refusals: RefusalReports, count: number) => {
  for (let n = 0; n < count; n += 1) refusals.add({ ...refusal, key_hash: `${n}` });
};

test('SECURITY-T17 at most 1,000 refusals wait for a report, and the number of those without room is reported', async () => {
  const { refusals, passMinute } = await start();
  upstream.script(path, { body: {} });
  addMany(refusals, 900);
  passMinute();
  addMany(refusals, 400);
  await refusals.close();
  const sent = reported();
  expect(sent.map(({ length }) => length)).toEqual([...Array(10).fill(100), 1]);
  expect(sent.at(-1)).toMatchObject([{ action: 'refusals:drop', reason: 'OVERFLOW', count: 300 }]);
});

test('COUNTED-8 similar refusals from one /64 are a flood of one sender; each report has its whole address', async () => {
  const { refusals } = await start();
  upstream.script(path, { body: {} });
  const address = (n: number) => `2001:db8:1:2::${n.toString(16)}`;
  for (let n = 1; n <= 130; n += 1) refusals.add({ ...refusal, client_address: address(n) });
  await refusals.close();
  const sent = reported().flat();
  expect(sent.slice(0, 100)).toMatchObject(Array.from({ length: 100 }, (_, n) => ({ client_address: address(n + 1) })));
  expect(sent.slice(100)).toMatchObject([{ client_address: address(130), count: 30 }]);
});

test('RELIABILITY-2 a close makes one attempt, and what it cannot report is logged', async () => {
  const { refusals, lines } = await start();
  upstream.script(path, { status: 503 });
  refusals.add(refusal);
  await refusals.close();
  expect(upstream.sent(path)).toHaveLength(1);
  expect(lines.filter(({ text }) => text === 'refused')).toMatchObject([
    { fields: { count: 1, refusal: { action: 'deactivateUser', request_id: 'request-1', user_id: '5' } } },
  ]);
});

test('RELIABILITY-2 a close does not wait for a report that hangs longer than one deadline, however many wait', async () => {
  const { refusals, lines } = await start();
  upstream.script(path, { hang: true });
  addMany(refusals, 500);
  await refusals.close();
  expect(upstream.sent(path)).toHaveLength(1);
  expect(lines.filter(({ text }) => text === 'refused')).toHaveLength(500);
});

test('SECURITY-T27 the secret goes to the report alone, and no key hash to the log', async () => {
  const { refusals, lines } = await start();
  upstream.script(path, { status: 403, body: {} });
  refusals.add({ ...refusal, key_hash: 'canary', email_hash: 'canary' });
  await refusals.close();
  const withSecret = upstream.requests.filter(({ headers }) => headers['x-gateway-secret'] !== undefined);
  expect(withSecret.map((request) => request.path)).toEqual([path]);
  expect(JSON.stringify(lines)).not.toContain('canary');
});
