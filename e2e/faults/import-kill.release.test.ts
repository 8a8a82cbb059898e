import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@console/platform/testing/free-port';
import { importedFile } from '@console/platform/testing/imported-file';
import { runCommandLine, startCommand } from '@console/platform/testing/operator-commands';
import { runOn, stopServer } from '@console/platform/testing/postgres-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDatabase, startProcess } from './processes.ts';

let database: Awaited<ReturnType<typeof startDatabase>>;
let folder: string;
beforeAll(async () => {
  database = await startDatabase();
  folder = await mkdtemp(join(tmpdir(), 'console-import-'));
});
afterAll(async () => {
  await database?.db.destroy();
  await stopServer();
  await rm(folder, { recursive: true, force: true });
});

const users = 100_000;

test('IMPORT-3 IMPORT-6 100,000 users are imported by a running platform once each, although the command and then the platform are killed on the way', async () => {
  const { databaseUrl } = database;
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: folder, PLATFORM_PORT: String(await freePort()) };
  let platform = await startProcess('platform', env);
  const path = join(folder, 'customers.jsonl');
  const { text, emails } = importedFile({ organisations: 50, users });
  await writeFile(path, text);
  const count = async () => {
    const [row] = await runOn<{ users: number }>(
      databaseUrl,
      "select count(*)::int as users from ent_usr where email like '%@imported.example'",
    );
    return row?.users ?? 0;
  };
  const began = performance.now();
  const importUntil = async (part: number) => {
    const { child, errors } = startCommand(env, 'import', path);
    while ((await count()) < users * part) {
      expect([child.exitCode, errors()]).toEqual([null, '']);
      await delay(100);
    }
    return { child, errors };
  };
  const first = await importUntil(0.1);
  first.child.kill('SIGKILL');
  await once(first.child, 'close');
  const second = await importUntil(0.2);
  await platform.end('SIGKILL');
  expect(await once(second.child, 'close')).toEqual([1, null]);
  expect(second.errors()).toMatch(/^The platform stopped .+ Run the command again to continue\.\n$/);
  platform = await startProcess('platform', env);
  const there = await count();
  const lastBegan = performance.now();
  const last = await runCommandLine(env, 'import', path);
  const seconds = (since: number) => Math.round((performance.now() - since) / 1_000);
  // The report of the run: how long it takes depends on the machine.
  console.log(
    `${users} users in ${seconds(began)} s with two kills, the last ${users - there} of them in ${seconds(lastBegan)} s`,
  );
  expect(last).toMatchObject({
    code: 0,
    errors: '',
    output: `0 organisations and ${users - there} users were imported. Already there: ${there + 50}.\n`,
  });
  const stored = await runOn<{ email: string }>(
    databaseUrl,
    "select email from ent_usr where email like '%@imported.example' order by email",
  );
  expect(stored.map(({ email }) => email)).toEqual(emails);
  const events = await runOn(
    databaseUrl,
    `select action, count(*)::int as events, count(distinct target_id)::int as targets from audit_entry
      where after ? 'operator' group by action order by action`,
  );
  expect(events).toEqual([
    { action: 'organisations:create', events: 50, targets: 50 },
    { action: 'users:create', events: users, targets: users },
  ]);
  expect(await platform.end('SIGTERM')).toEqual([0, null]);
}, 900_000);
