import { setTimeout as delay } from 'node:timers/promises';
import { TestClient } from '@console/gateway/testing/client';
import {
  goodOrganisation,
  goodOrganiser,
  onboardDocument,
  sendOrganisation,
} from '@console/gateway/testing/organisation-mutations';
import { createUserDocument, goodUser } from '@console/gateway/testing/user-mutations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type ServerProcess, type Servers, sendQuery, startServers } from './processes.ts';

let servers: Servers;
beforeAll(async () => {
  const settings = { SESSION_SECRET: 'a secret of thirty-two characters or more', TRUST_PROXY: '1' };
  servers = await startServers({ settings });
});
afterAll(() => servers.close());

const inviteDocument = `mutation ($email: String!, $organisationId: ID) {
  inviteExternalUser(email: $email, organisationId: $organisationId) { state externalUser { id state } }
}`;
const inviteOrganisationDocument =
  'mutation ($email: String!) { inviteOrganisation(email: $email) { edge { cursor } } }';
type Send = () => Promise<Answer | null>;
const origin = () => servers.gateways[0]?.origin ?? '';
const sendAsAdministrator =
  (query: string, variables: object, key: string): Send =>
  () =>
    sendQuery(origin(), servers.keys.adm, query, variables, { 'idempotency-key': key });

/** The mutations, each for a person with a new email. */
const operations: Record<string, (email: string) => Send | Promise<Send>> = {
  createUser: (email) => sendAsAdministrator(createUserDocument, { input: { ...goodUser, email } }, email),
  inviteExternalUser: (email) =>
    sendAsAdministrator(inviteDocument, { email, organisationId: servers.fixtures.orgs.A }, email),
  async onboardOrganisation(email) {
    await sendQuery(origin(), servers.keys.orgA, inviteOrganisationDocument, { email });
    const mail = await servers.db.deleteFrom('mail').where('recipient', '=', email).returning('body_text').execute();
    const token = /token=([\w-]+)/.exec(mail[0]?.body_text ?? '')?.[1];
    const input = { token, organisation: goodOrganisation(email), organiser: goodOrganiser(email) };
    const headers = { 'x-onboarding-token': token, 'idempotency-key': email };
    // Uploads without a session are limited by IP address.
    let sent = 0;
    return () => {
      sent += 1;
      const tab = new TestClient(origin(), { answers: [], cookies: [] });
      return sendOrganisation(tab, onboardDocument, input, undefined, {
        ...headers,
        'x-forwarded-for': `10.0.0.${sent}`,
      }).catch(() => null);
    };
  },
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
      let last: { send: Send; data: unknown } | null = null;
      for (const afterMs of [5, 25, 60, 110]) {
        const email = `${server}${afterMs}.${name.toLowerCase()}@new.example`;
        const send = await operationOf(email);
        const first = send();
        await delay(afterMs);
        await kill[server]();
        await first;
        // The lease of the killed operation would last 30 s.
        await servers.db.updateTable('idempotent_operation').set({ leased_until: null }).execute();
        await expect.poll(async () => (await send())?.errors ?? []).toEqual([]);
        const answers = [(await send())?.data, (await send())?.data];
        expect([afterMs, answers[1]]).toEqual([afterMs, answers[0]]);
        expect([afterMs, await effectsOn(email)]).toEqual([afterMs, [1, 1]]);
        expect(JSON.stringify(answers[0])).not.toContain('REQUESTED');
        last = { send, data: answers[0] };
      }
      await kill[server]();
      expect((await last?.send())?.data).toEqual(last?.data);
    });
