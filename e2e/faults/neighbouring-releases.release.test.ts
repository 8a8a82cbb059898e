import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@console/platform/testing/free-port';
import { startServer, stopServer } from '@console/platform/testing/postgres-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDataDir } from '../system.ts';
import { buildNextRelease, fillDatabase } from './next-release.ts';
import { createUser, type ServerProcess, sendQuery, startProcess } from './processes.ts';

const root = join(import.meta.dirname, '../..');
const secrets = {
  GATEWAY_SECRET: 'gateway secret of thirty-two characters or more',
  PLATFORM_SECRET: 'platform secret of thirty-two characters or more',
  SESSION_SECRET: 'session secret of thirty-two characters or more',
};

const servers: ServerProcess[] = [];
/** Each gateway asks the platform of the other release. Both platforms have one database. */
let gateways: { before: string; next: string };
let adm: string;
let orgA: string;
let dataDirs: string;
beforeAll(async () => {
  const folder = await buildNextRelease();
  const databaseUrl = await startServer();
  [adm, orgA] = await fillDatabase(databaseUrl);
  dataDirs = await newDataDir();
  const start = async (server: 'platform' | 'gateway', from: string, settings: Record<string, string>) => {
    const port = String(await freePort());
    const env = { ...secrets, PORT: port, PLATFORM_PORT: port, DATA_DIR: join(dataDirs, port), ...settings };
    const started = await startProcess(server, env, { folder: from });
    servers.push(started);
    return started.origin;
  };
  // In this order: this release starts on the tables of the next one.
  const platformNext = await start('platform', folder, { DATABASE_URL: databaseUrl });
  const platformBefore = await start('platform', root, { DATABASE_URL: databaseUrl });
  gateways = {
    before: await start('gateway', root, { PRODUCT_API_URL: platformNext }),
    next: await start('gateway', folder, { PRODUCT_API_URL: platformBefore }),
  };
}, 300_000);
afterAll(async () => {
  for (const { child } of servers) child.kill('SIGKILL');
  await stopServer();
  await rm(dataDirs, { recursive: true, force: true });
});

const rows = 'users(first: 100) { nodes { email } }';
/** The users of an organisation as an Organiser sees them, and those of all as an Administrator does. */
async function readLists(origin: string) {
  const own = await sendQuery(origin, orgA, `{ viewer { organisation { ${rows} } } }`);
  const all = await sendQuery(origin, adm, `{ ${rows} }`);
  expect([own?.errors, all?.errors]).toEqual([undefined, undefined]);
  return [own, all].map((answer) => JSON.stringify(answer?.data));
}

test('UPGRADE-11 a list shows at once what was changed through the other release', async () => {
  for (const [writer, reader] of [
    ['before', 'next'],
    ['next', 'before'],
  ] as const)
    for (const round of [1, 2]) {
      const earlier = await readLists(gateways[reader]);
      expect(await readLists(gateways[reader])).toEqual(earlier);
      const email = `${writer}${round}@a.example`;
      const created = await createUser(gateways[writer], orgA, email);
      expect(created?.errors).toBeUndefined();
      const later = await readLists(gateways[reader]);
      expect([earlier, later].map((lists) => lists.map((text) => text?.includes(email)))).toEqual([
        [false, false],
        [true, true],
      ]);
    }
});
