import { createSocket } from 'node:dgram';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createPublicResolver } from '../core/outbound/resolve-host.ts';
import { holdDeadlines } from '../testing/deadlines.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { useWebhooks } from '../testing/webhooks.ts';

const hosts: string[] = [];
const platform = useTestPlatform({ settings: { outboundHosts: hosts } });
const { receiver, work: startWork } = useWebhooks(platform, hosts);

/** Changes the URL of a webhook in the database to this address, and sends a test event. Returns the delivery. */
async function deliverTo(url: string) {
  const { apiKey: key } = await platform.signIn('adm');
  const body = { organisationId: platform.orgs.A, url: 'https://hooks.example/', types: ['WEBHOOK_TESTED'] };
  const { webhook } = (await platform.confirmed('POST /consoles/ext/create_webhook', { key, body })).json();
  await platform.db.updateTable('webhook').set({ url }).where('id', '=', webhook.id).execute();
  const work = startWork();
  await platform.call('POST /consoles/ext/test_webhook', { key, body: { id: webhook.id } });
  await work.deliver();
  expect(work.errors).toEqual([]);
  const listed = await platform.call(`GET /consoles/ext/webhook_deliveries?webhookId=${webhook.id}`, { key });
  return listed.json().webhookDeliveries[0];
}

test.each([
  ['127.0.0.1', (port: string) => `https://127.0.0.1:${port}/`],
  ['http', (port: string) => `http://127.0.0.1:${port}/`],
  ['::1', (port: string) => `https://[::1]:${port}/`],
  ['169.254.169.254', () => 'https://169.254.169.254/latest/meta-data'],
  ['10/8', () => 'https://10.0.0.1/'],
  ['IPv4 in IPv6', (port: string) => `https://[::ffff:127.0.0.1]:${port}/`],
  ['IPv4 in NAT64', (port: string) => `https://[64:ff9b::7f00:1]:${port}/`],
  ['a decimal number', (port: string) => `https://2130706433:${port}/`],
  ['octal numbers', (port: string) => `https://0177.0.0.01:${port}/`],
  ['hexadecimal numbers', (port: string) => `https://0x7f000001:${port}/`],
  ['user information', (port: string) => `https://a:b@127.0.0.1:${port}/`],
])(
  'HOOK-12 SECURITY-T31 an address that became private, as %s, is refused where it is connected to',
  async (_name, url) => {
    const target = await receiver((response) => response.end(), { isPrivate: true });
    const delivery = await deliverTo(url(target.host.split(':')[1] ?? ''));
    expect(delivery).toMatchObject({ problem: 'ADDRESS_REFUSED', status: null, state: 'PENDING' });
    expect(target.received).toEqual([]);
  },
);

test('HOOK-12 HOOK-23 SECURITY-T31 a redirect to a private address is not followed, and the delivery names its target', async () => {
  const inner = await receiver((response) => response.end('secret of the network'), { isPrivate: true });
  const target = await receiver((response) => response.writeHead(307, { location: inner.url }).end());
  expect(await deliverTo(target.url)).toMatchObject({
    status: 307,
    problem: 'STATUS',
    response: '',
    redirectUrl: inner.url,
  });
  expect(inner.received).toEqual([]);
});

test('HOOK-13 SECURITY-T31 of an answer of 10 MB the first 16 KB are read and 1,000 characters stored', async () => {
  let written = 0;
  const target = await receiver((response) => {
    const chunk = Buffer.alloc(64 * 1024, 'a');
    const write = () => {
      while (written < 10 * 1024 * 1024 && !response.destroyed) {
        written += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', write);
      }
      response.end();
    };
    write();
  });
  expect(await deliverTo(target.url)).toMatchObject({ state: 'DELIVERED', status: 200, response: 'a'.repeat(1_000) });
  expect(written).toBeLessThan(9 * 1024 * 1024);
});

test('HOOK-13 SECURITY-T31 an answer that drips ends after 5 s', async () => {
  const deadlines = holdDeadlines();
  const target = await receiver((response) => {
    response.write('.');
    setImmediate(() => deadlines.pass(5));
  });
  expect(await deliverTo(target.url)).toMatchObject({ state: 'PENDING', problem: 'TIMEOUT', status: null });
});

test('HOOK-13 SECURITY-T31 an answer with zero bytes, control characters and invalid UTF-8 is stored as it can be shown', async () => {
  const target = await receiver((response) =>
    response.end(Buffer.from([0, 0x41, 0x1b, 0x0a, 0xff, 0xed, 0xa0, 0x80, 0x42])),
  );
  const { state, response: answer } = await deliverTo(target.url);
  expect([state, answer]).toEqual(['DELIVERED', expect.stringMatching(/^A\n\ufffd+B$/)]);
});

test('HOOK-14 SECURITY-T31 names of which the name server does not answer hold no thread of the process', async () => {
  let asked = 0;
  const nameServer = createSocket('udp4', () => {
    asked += 1;
  });
  await new Promise<void>((resolve) => nameServer.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => void nameServer.close());
  const resolve = createPublicResolver([`127.0.0.1:${(nameServer.address() as AddressInfo).port}`]);
  const lookUps = Array.from({ length: 16 }, (_, index) =>
    resolve(`name${index}.example`).then(
      () => 'found',
      () => 'failed',
    ),
  );
  await expect.poll(() => asked).toBeGreaterThanOrEqual(16);
  // Reading a file uses the same threads as the system's DNS look-ups.
  const first = Promise.race([readFile(import.meta.filename).then(() => 'file'), ...lookUps]);
  expect(await first).toBe('file');
  expect(new Set(await Promise.all(lookUps))).toEqual(new Set(['failed']));
});
