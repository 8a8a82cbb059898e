import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readPlatformSettings } from '@console/platform/core/base/settings';
import { freePort } from '@console/platform/testing/free-port';
import { newWebhookSecret, webhookCipher } from '@console/platform/webhooks/webhook-secret';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Servers, sendQuery, startServers } from './processes.ts';

const [kills, changes] = [100, 5_000];
const examples = join(import.meta.dirname, '../../docs/examples');
const rename = 'mutation($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }';

const PLATFORM_SECRET = 'a secret of the tests '.repeat(2);

let servers: Servers;
let folder: string;
let port: string;
beforeAll(async () => {
  port = String(await freePort());
  const settings = { KEY_POINTS_PER_MINUTE: '0', PLATFORM_SECRET, OUTBOUND_HOSTS: `127.0.0.1:${port}` };
  servers = await startServers({ gateways: 2, settings });
  folder = await mkdtemp(join(tmpdir(), 'console-events-'));
});
afterAll(async () => {
  await servers.close();
  await rm(folder, { recursive: true });
});

/** A webhook of an organisation, like those created in the console. */
async function addWebhook({ db }: Servers, ent_org_id: number): Promise<string> {
  const url = `http://127.0.0.1:${port}/`;
  const row = { ent_org_id, url, position: 0, created_at: new Date() };
  const { id } = await db.insertInto('webhook').values(row).returning('id').executeTakeFirstOrThrow();
  const secret = newWebhookSecret();
  const cipher = webhookCipher(readPlatformSettings({ PLATFORM_SECRET }).secrets);
  await db
    .updateTable('webhook')
    .set({ secret_sealed: cipher.encrypt(secret, String(id)) })
    .where('id', '=', id)
    .execute();
  return secret;
}

interface StoredEvent {
  number: number;
  type: string;
  target: { id: string };
  changes: { to: string }[];
}

/** The events in a file that a program is still writing; an incomplete last line is left out. */
async function readEvents(file: string): Promise<StoredEvent[]> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => '');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

const killed = async (child: ChildProcess) => {
  const ended = new Promise((resolve) => child.on('close', resolve));
  child.kill('SIGKILL');
  await ended;
};

test(`EVENT-12 HOOK-19 consumers of the feed and of a webhook that are killed ${kills} times while ${changes} changes are made through two gateways have each event once`, async () => {
  const { gateways, keys, fixtures, db } = servers;
  const secret = await addWebhook(servers, fixtures.orgs.A);
  const startReceiver = () =>
    spawn(process.execPath, [join(examples, 'receive-webhooks.mjs'), 'received.jsonl'], {
      cwd: folder,
      env: { WEBHOOK_SECRET: secret, PORT: port },
      stdio: 'ignore',
    });
  let receiver = startReceiver();
  const start = (gateway: number) => {
    const CONSOLE_URL = gateways[gateway]?.origin ?? '';
    const child = spawn(process.execPath, [join(examples, 'write-events.mjs')], {
      cwd: folder,
      env: { CONSOLE_URL, API_KEY: keys.adm },
    });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    return { child, ended };
  };
  const users = [fixtures.users.audA.id, fixtures.users.assA.id];
  const done: string[][] = [[], []];
  const change = async (place: number) => {
    for (let n = 0; n < changes / 2; n += 1) {
      const input = { id: users[place], firstName: `Name ${n}` };
      const answer = await sendQuery(gateways[place]?.origin ?? '', keys.adm, rename, { input });
      expect(answer?.errors).toBeUndefined();
      done[place]?.push(input.firstName);
    }
  };
  const changing = Promise.all([change(0), change(1)]);
  for (let round = 0; round < kills; round += 1) {
    const { child, ended } = start(round % 2);
    await Promise.race([ended, delay(100 + Math.random() * 500)]);
    child.kill('SIGKILL');
    await killed(receiver);
    receiver = startReceiver();
    await ended;
  }
  await changing;
  // The latest changes may not be numbered yet.
  await delay(2_000);
  expect(await start(0).ended).toBe(0);
  const events = await readEvents('events.jsonl');
  const numbers = events.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
  const namesIn = (all: readonly StoredEvent[]) =>
    users.map((id) =>
      all
        .filter(({ type, target }) => /^user.updated$/i.test(type) && target.id === String(id))
        .map((event) => event.changes[0]?.to),
    );
  expect(namesIn(events)).toEqual(done);
  const received = async () => (await readEvents('received.jsonl')).toSorted((one, other) => one.number - other.number);
  await expect.poll(async () => namesIn(await received()), { timeout: 120_000, interval: 1_000 }).toEqual(done);
  await killed(receiver);
  const rows = await db.selectFrom('ent_usr').select(['id', 'firstname']).where('id', 'in', users).execute();
  expect(users.map((id) => rows.find((row) => row.id === id)?.firstname)).toEqual(done.map((names) => names.at(-1)));
}, 900_000);
