import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkTls } from './check-network.ts';
import { certificate, certificateEnds, privateKey } from './testing/certificate.ts';

const server = createServer({ cert: certificate, key: privateKey });
let address: URL;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = new URL(`https://localhost:${(server.address() as AddressInfo).port}`);
});
afterAll(() => void server.close());

test.each([
  ['an accepted certificate is ok', 'ok', '2030-01-01', certificate, /is accepted and valid until 2126-/],
  [
    'one that ends soon is a warning',
    'warning',
    'soon',
    certificate,
    /expires on 2126-\d\d-\d\d, in 10 days\. Renew it\./,
  ],
  ['one that no authority has signed is a problem', 'problem', '2030-01-01', undefined, /self-signed certificate/],
] as const)('DOCTOR-5 %s', async (_title, level, at, ca, text) => {
  const now = at === 'soon' ? new Date(certificateEnds.getTime() - 10.5 * 86_400_000) : new Date(at);
  const finding = await checkTls('PUBLIC_URL', address, now, ca);
  expect(finding).toEqual({ level, subject: 'TLS', text: expect.stringMatching(text) });
});

test('DOCTOR-5 no server, and no TLS to another machine', async () => {
  const now = new Date();
  expect((await checkTls('PUBLIC_URL', new URL('https://127.0.0.1:1'), now)).level).toBe('problem');
  expect((await checkTls('PRODUCT_API_URL', new URL('http://10.1.2.3'), now)).level).toBe('warning');
  expect((await checkTls('PUBLIC_URL', new URL('http://localhost:3000'), now)).level).toBe('ok');
});
