import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fixtures, fixturePassword, writeFixtures } from '../../testing/fixtures.ts';
import { newUser } from '../../testing/forms.ts';
import { freePort } from '../../testing/free-port.ts';
import { orderServer, startServer, stopServer } from '../../testing/postgres-server.ts';
import { openDatabase } from './database.ts';
import type { Database } from './schema.ts';

let [dataDir, origin, errors, log] = ['', '', '', ''];
let db: Kysely<Database>;
let fixtures: Fixtures;
let child: ChildProcess;
let headers: Record<string, string>;

const post = (path: string, body: object) =>
  fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });

// A separate process, because it must not end the tests.
beforeAll(async () => {
  const databaseUrl = await startServer();
  dataDir = await mkdtemp(join(tmpdir(), 'console-test-'));
  db = await openDatabase({ databaseUrl });
  fixtures = await writeFixtures(db, new Date());
  const port = String(await freePort());
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PLATFORM_PORT: port };
  child = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
    env: { ...env, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  child.stdout?.on('data', (chunk) => {
    log += chunk;
  });
  if (child.stdout) await once(child.stdout, 'data');
  origin = `http://127.0.0.1:${port}`;
  headers = { 'content-type': 'application/json' };
  const ent_usr = { email: fixtures.users.orgA.email, password: fixturePassword };
  const login = (await (await post('/login', { api: true, ent_usr })).json()) as {
    current_ent_usr: { api_key: string };
  };
  headers['api-key'] = login.current_ent_usr.api_key;
});
afterAll(async () => {
  child.kill('SIGKILL');
  await db.destroy();
  await stopServer();
  await rm(dataDir, { recursive: true, force: true });
});

let created = 0;
async function create() {
  created += 1;
  const email = `load${created}@a.example`;
  const answer = await post('/consoles/create_org_user', { ent_usr: newUser(email) });
  return { email, status: answer.status, body: await answer.json() };
}

test('RELIABILITY-F16 a restart of PostgreSQL under load ends no process, loses no acknowledged write and takes less than 5 s', async () => {
  const answers: Awaited<ReturnType<typeof create>>[] = [];
  let loading = true;
  const callers = Array.from({ length: 8 }, async () => {
    while (loading) answers.push(await create());
  });
  let longestMs = 0;
  for (let restart = 0; restart < 3; restart += 1) {
    await delay(500);
    orderServer('restart');
    const stopped = performance.now();
    // Waits until calls have failed and later calls succeed again.
    const failed = () => answers.findLastIndex(({ status }) => status !== 200);
    const before = failed();
    while (failed() === before || failed() > answers.length - 9) {
      if (performance.now() - stopped > 15_000) throw new Error('the service is not back');
      await delay(10);
    }
    longestMs = Math.max(longestMs, performance.now() - stopped);
  }
  loading = false;
  await Promise.all(callers);
  const failures = answers.filter(({ status }) => status !== 200);
  expect(new Set(failures.map(({ status, body }) => JSON.stringify([status, body])))).toEqual(
    new Set([JSON.stringify([503, { message: 'Request Failed' }])]),
  );
  const stored = new Set((await db.selectFrom('ent_usr').select('email').execute()).map(({ email }) => email));
  expect(answers.filter(({ status, email }) => status === 200 && !stored.has(email))).toEqual([]);
  expect([child.exitCode, errors]).toEqual([null, '']);
  expect(longestMs).toBeLessThan(5_000);
});

test('OUTAGE-5 the log says once for each restart that the database is away, and once for how many seconds it was', async () => {
  const ofDatabase = () =>
    log
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { msg: string; seconds?: number })
      .filter(({ msg }) => msg.startsWith('the database is'));
  const pair = [
    { msg: 'the database is unavailable' },
    { msg: 'the database is available again', seconds: expect.any(Number) },
  ];
  await expect.poll(ofDatabase).toMatchObject([...pair, ...pair, ...pair]);
});

test('RELIABILITY-F16 a backend terminated in a transaction fails that call only', async () => {
  // The lock keeps the call in its transaction.
  const pending = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('ent_org').select('id').where('id', '=', fixtures.orgs.A).forUpdate().execute();
    const call = create();
    for (;;) {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(trx);
      if (rows.length > 0) return { call };
      await delay(10);
    }
  });
  expect(await pending.call).toMatchObject({ status: 503, body: { message: 'Request Failed' } });
  expect(await create()).toMatchObject({ status: 200 });
  expect([child.exitCode, errors]).toEqual([null, '']);
});
