import { randomUUID } from 'node:crypto';
import { startMailServer } from '@console/platform/testing/mail-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Servers, startServers } from './processes.ts';

const connections = 5;

let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let servers: Servers;
beforeAll(async () => {
  mailServer = await startMailServer();
  const settings = { SMTP_URL: mailServer.url, SMTP_CONNECTIONS: String(connections) };
  servers = await startServers({ gateways: 0, settings });
});
afterAll(async () => {
  await servers.close();
  await mailServer.close();
});

test('RELIABILITY-F28 kill -9 of the platform while it sends 1,500 mails loses none, and at most those in flight are sent twice, the same', async () => {
  await servers.platform.end('SIGKILL');
  const texts = { subject: 'Invitation', body_text: 'Hello', body_html: null, created_at: new Date() };
  const mails = Array.from({ length: 1_500 }, () => ({ ...texts, recipient: `${randomUUID()}@new.example` }));
  await servers.db.insertInto('mail').values(mails).execute();
  servers.platform = await servers.startPlatform();
  const { received } = mailServer;
  const kills = 3;
  for (let kill = 1; kill <= kills; kill += 1) {
    await expect.poll(() => received.length, { timeout: 30_000, interval: 10 }).toBeGreaterThan(kill * 200);
    await servers.platform.end('SIGKILL');
    servers.platform = await servers.startPlatform();
  }
  const unsent = servers.db.selectFrom('mail').select('id').where('sent_at', 'is', null);
  await expect.poll(() => unsent.execute(), { timeout: 150_000, interval: 500 }).toEqual([]);
  expect(new Set(received.map(({ to }) => to))).toEqual(new Set(mails.map(({ recipient }) => recipient)));
  expect(received.length - mails.length).toBeLessThanOrEqual(kills * connections);
  const messages = new Set(received.map(({ to, raw }) => `${to} ${/^Message-ID: (.*)$/im.exec(raw)?.[1]}`));
  expect(messages.size).toBe(mails.length);
});
