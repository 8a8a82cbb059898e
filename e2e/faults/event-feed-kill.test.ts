import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Servers, sendQuery, startServers } from './processes.ts';

const [kills, changes] = [100, 5_000];
const program = join(import.meta.dirname, '../../docs/examples/write-events.mjs');
const rename = 'mutation($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }';

let servers: Servers;
let folder: string;
beforeAll(async () => {
  servers = await startServers({ gateways: 2, settings: { KEY_POINTS_PER_MINUTE: '0' } });
  folder = await mkdtemp(join(tmpdir(), 'console-events-'));
});
afterAll(async () => {
  await servers.close();
  await rm(folder, { recursive: true });
});

test(`EVENT-12 a consumer that is killed ${kills} times while ${changes} changes are made through two gateways has each event once`, async () => {
  const { gateways, keys, fixtures, db } = servers;
  const start = (gateway: number) => {
    const CONSOLE_URL = gateways[gateway]?.origin ?? '';
    const child = spawn(process.execPath, [program], { cwd: folder, env: { CONSOLE_URL, API_KEY: keys.adm } });
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
  for (let killed = 0; killed < kills; killed += 1) {
    const { child, ended } = start(killed % 2);
    await Promise.race([ended, delay(100 + Math.random() * 500)]);
    child.kill('SIGKILL');
    await ended;
  }
  await changing;
  // The last changes may have no number yet.
  await delay(2_000);
  expect(await start(0).ended).toBe(0);
  const text = await readFile(join(folder, 'events.jsonl'), 'utf8');
  const events = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const numbers: number[] = events.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
  const namesOf = (id: number | undefined) =>
    events
      .filter(({ type, target }) => type === 'USER_UPDATED' && target.id === String(id))
      .map((event) => event.changes[0].to);
  expect(users.map(namesOf)).toEqual(done);
  const rows = await db.selectFrom('ent_usr').select(['id', 'firstname']).where('id', 'in', users).execute();
  expect(users.map((id) => rows.find((row) => row.id === id)?.firstname)).toEqual(done.map((names) => names.at(-1)));
}, 600_000);
