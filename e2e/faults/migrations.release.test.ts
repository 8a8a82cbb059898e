import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '@console/platform/core/database/database';
import { freePort } from '@console/platform/testing/free-port';
import { runOn, startServer, stopServer } from '@console/platform/testing/postgres-server';
import { createUserIndexes } from '@console/platform/users/user-indexes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDataDir } from '../system.ts';
import { spawnServer, startProcess } from './processes.ts';

let server: string;
let dataDir: string;
beforeAll(async () => {
  server = await startServer();
  dataDir = await newDataDir();
});
afterAll(async () => {
  await stopServer();
  await rm(dataDir, { recursive: true, force: true });
});

const rounds = 10;

async function newDatabase(name: string): Promise<string> {
  await runOn(server, `create database ${name}`);
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

/** Counts the statements that change tables, and blocks the statement with the number `step`. */
const watch = (databaseUrl: string, step: number) =>
  runOn(
    databaseUrl,
    `create schema steps;
    create sequence steps.step;
    create function steps.wait() returns event_trigger language plpgsql as
      $$ begin if nextval('steps.step') = ${step} then perform pg_sleep(600); end if; end $$;
    create event trigger wait on ddl_command_end execute function steps.wait()`,
  );

const tablesOf = (databaseUrl: string) =>
  runOn(
    databaseUrl,
    `select table_name as "table", column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' union all
    select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' union all
    select event_object_table, trigger_name, action_statement from information_schema.triggers union all
    select 'kysely_migration', name, '' from kysely_migration order by 1, 2, 3`,
  );

/** Creates the indexes that a platform creates while it runs. The platform may be stopped before that. */
async function makeIndexes(databaseUrl: string): Promise<void> {
  const db = await openDatabase({ databaseUrl });
  await createUserIndexes(db);
  await db.destroy();
}

test('RELIABILITY-F18 a platform that is killed at any step of its migrations completes them at the next start', async () => {
  const whole = await newDatabase('whole');
  await watch(whole, 0);
  await (await openDatabase({ databaseUrl: whole })).destroy();
  const [{ steps } = { steps: 0 }] = await runOn<{ steps: number }>(
    whole,
    'select last_value::int as steps from steps.step',
  );
  expect(steps).toBeGreaterThan(rounds);
  await makeIndexes(whole);
  for (let round = 1; round <= rounds; round += 1) {
    const step = Math.round((steps * round) / rounds);
    const databaseUrl = await newDatabase(`killed_${step}`);
    await watch(databaseUrl, step);
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PLATFORM_PORT: String(await freePort()) };
    const child = spawnServer('platform', env);
    const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
    while ((await runOn(databaseUrl, waiting)).length === 0) {
      expect(child.exitCode).toBeNull();
      await delay(20);
    }
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    // The database server would notice the end of the client only after the statement.
    await runOn(databaseUrl, `select pg_terminate_backend(pid) from (${waiting}) waiting`);
    await runOn(databaseUrl, 'drop event trigger wait');
    const platform = await startProcess('platform', env);
    expect(await platform.end('SIGTERM')).toEqual([0, null]);
    await makeIndexes(databaseUrl);
    expect(await tablesOf(databaseUrl)).toEqual(await tablesOf(whole));
  }
}, 600_000);
