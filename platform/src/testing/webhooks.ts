import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { chainAllAuditEvents } from '../audit/audit-jobs.ts';
import { readPlatformSettings } from '../core/base/settings.ts';
import { createMailer } from '../core/mail/mailer.ts';
import { createWebhookDelivery } from '../webhooks/webhook-delivery.ts';
import type { TestPlatform } from './platform.ts';

/** A request that has reached a receiver. */
interface Received {
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

/** Response of the receiver; by default status 204. */
type Answer = (response: ServerResponse, received: Received) => unknown;

/** A receiver of webhooks on this machine, without TLS. */
async function startReceiver(given?: Answer) {
  const receiver = {
    received: [] as Received[],
    answer: given ?? ((response: ServerResponse) => response.writeHead(204).end()),
    host: '',
    url: '',
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const one = { path: request.url, headers: request.headers, body, at: performance.now() };
      receiver.received.push(one);
      receiver.answer(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  receiver.url = `http://${receiver.host}/hook`;
  return receiver;
}

/** The webhook work of a platform, which runs when the test says so. */
function startWebhookWork(platform: TestPlatform, outboundHosts: readonly string[]) {
  const { db, now: clock } = platform;
  const log = { warn() {}, error() {} };
  const settings = {
    ...readPlatformSettings({ PLATFORM_SECRET: 'a secret of the tests '.repeat(2) }),
    outboundHosts: [...outboundHosts],
  };
  const errors: unknown[] = [];
  const services = { db, clock, settings, mailer: createMailer({ database: db, clock, log }) };
  const work = createWebhookDelivery(services, (error) => void errors.push(error));
  return {
    ...work,
    errors,
    /** Queues recorded events, sends what is due, and waits for the responses. */
    async deliver(): Promise<void> {
      await chainAllAuditEvents(db);
      await work.sendAll();
      await work.idle();
    },
  };
}

/** Receivers and the work of platforms, which end with the test. `hosts` are those that the platform may reach; each receiver adds its own unless `isPrivate`. */
export function useWebhooks(platform: TestPlatform, hosts: string[]) {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    hosts.splice(0);
  });
  return {
    async receiver(answer?: Answer, { isPrivate = false } = {}) {
      const started = await startReceiver(answer);
      ends.push(started.close);
      if (!isPrivate) hosts.push(started.host);
      return started;
    },
    /** Start the receivers first, because the work gets a copy of their hosts. */
    work() {
      const started = startWebhookWork(platform, hosts);
      ends.push(started.stop);
      return started;
    },
  };
}
