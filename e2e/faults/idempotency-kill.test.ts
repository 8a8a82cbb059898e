import { setTimeout as delay } from 'node:timers/promises';
import { createUserDocument, goodUser } from '@console/gateway/testing/user-mutations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type ServerProcess, type Servers, sendQuery, startServers } from './processes.ts';

let servers: Servers;
beforeAll(async () => {
  servers = await startServers({ settings: { SESSION_SECRET: 'a secret of thirty-two characters or more' } });
});
afterAll(() => servers.close());

const inviteDocument = `mutation ($email: String!, $organisationId: ID) {
  inviteExternalUser(email: $email, organisationId: $organisationId) { state externalUser { id state } }
}`;
const operations = {
  createUser: (email: string) => [createUserDocument, { input: { ...goodUser, email } }] as const,
  inviteExternalUser: (email: string) => [inviteDocument, { email, organisationId: servers.fixtures.orgs.A }] as const,
};

const kill = {
  async gateway() {
    const [gateway] = servers.gateways as [ServerProcess];
    await gateway.end('SIGKILL');
    servers.gateways = [await servers.startGateway(Number(new URL(gateway.origin).port))];
  },
  async platform() {
    await servers.platform.end('SIGKILL');
    servers.platform = await servers.startPlatform();
  },
};

async function effectsOn(email: string) {
  const { db } = servers;
  const users = await db.selectFrom('ent_usr').select('id').where('email', '=', email).execute();
  const mails = await db.selectFrom('mail').select('id').where('recipient', '=', email).execute();
  return [users.length, mails.length];
}

for (const server of ['gateway', 'platform'] as const)
  for (const [name, operationOf] of Object.entries(operations))
    test(`DESIGN-8 RELIABILITY-F24 kill -9 of the ${server} during ${name}: the same key completes it once, with one mail and equal answers`, async () => {
      for (const afterMs of [5, 20, 40, 70, 110, 160]) {
        const email = `${server}${afterMs}.${name.toLowerCase()}@new.example`;
        const [query, variables] = operationOf(email);
        const headers = { 'idempotency-key': email };
        const send = (): Promise<Answer | null> =>
          sendQuery(servers.gateways[0]?.origin ?? '', servers.keys.adm, query, variables, headers);
        const first = send();
        await delay(afterMs);
        await kill[server]();
        await first;
        // The lease of the killed operation would last 30 s.
        await servers.db.updateTable('idempotent_operation').set({ leased_until: null }).execute();
        await expect.poll(async () => (await send())?.errors ?? []).toEqual([]);
        const answers = [await send(), await send()];
        expect([afterMs, answers[1]]).toEqual([afterMs, answers[0]]);
        expect([afterMs, await effectsOn(email)]).toEqual([afterMs, [1, 1]]);
        expect(JSON.stringify(answers[0])).not.toContain('REQUESTED');
      }
    });
