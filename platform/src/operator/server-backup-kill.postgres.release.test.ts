import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../core/database/database.ts';
import { runCommandLine, startCommand } from '../testing/operator-commands.ts';
import { runOn } from '../testing/postgres-server.ts';
import {
  findServerPrograms,
  makePrograms,
  makeRole,
  openNamedDatabase,
  untilParentIsGone,
  wrapping,
} from '../testing/server-backups.ts';

const programs = await findServerPrograms();
let folder: string;
let source: Awaited<ReturnType<typeof openNamedDatabase>>;
let owner: Awaited<ReturnType<typeof makeRole>>;
const inFolder = (name: string) => join(folder, name);
const env = (databaseUrl: string, more: Record<string, string> = {}) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: '/nonexistent',
  ...more,
});
const tablesOf = async (url: string) => {
  const rows = await runOn<{ name: string }>(
    url,
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  return rows.map(({ name }) => name);
};
const sessionsOf = (url: string) =>
  runOn(url, `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`);

/** Starts a command with a script in place of a program, and sends a signal once the script has written its marker file. */
async function stopAtMark(
  url: string,
  {
    program,
    script,
    signal,
  }: { program: 'pg_dump' | 'pg_restore'; script: (mark: string) => string; signal: NodeJS.Signals },
  ...args: string[]
) {
  const mark = inFolder(`mark-${Math.random()}`);
  const real = (program === 'pg_dump' ? programs?.dump : programs?.restore) ?? '';
  const room = await makePrograms(`${mark}.programs`, { [program]: wrapping(real, script(mark)) });
  const { child, errors } = startCommand(env(url, { POSTGRES_PROGRAMS: room }), ...args);
  const ended = new Promise((done) => child.once('exit', done));
  await expect.poll(() => existsSync(mark), { timeout: 120_000 }).toBe(true);
  child.kill(signal);
  return { code: await ended, errors: errors() };
}

describe.skipIf(!programs)('with the programs of the server', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'console-test-'));
    [source, owner] = [await openNamedDatabase(), await makeRole('secret')];
    for (const name of ['whole', 'other'])
      expect(await runCommandLine(env(source.url), 'backup', inFolder(name), '--with-secrets')).toMatchObject({
        code: 0,
      });
  });
  afterAll(async () => {
    await source.db.destroy();
    await owner.remove();
    await rm(folder, { recursive: true, force: true });
  });

  test('BACKUP-15 kill -9 of a backup of PostgreSQL leaves no file of that name, and the next one succeeds', async () => {
    const file = inFolder('killed');
    const script = (mark: string) => `${programs?.dump} "$@" | { head -c 30000; touch ${mark}; ${untilParentIsGone}; }`;
    await stopAtMark(source.url, { program: 'pg_dump', script, signal: 'SIGKILL' }, 'backup', file, '--with-secrets');
    expect((await readdir(folder)).filter((name) => name.startsWith('killed'))).toEqual([
      expect.stringMatching(/^killed\.[0-9a-f]{12}\.unfinished$/),
    ]);
    expect(await runCommandLine(env(source.url), 'backup', file, '--with-secrets')).toMatchObject({ code: 0 });
    const waiting = (mark: string) => `touch ${mark}; exec sleep 600`;
    const stopped = await stopAtMark(
      source.url,
      { program: 'pg_dump', script: waiting, signal: 'SIGINT' },
      ...['backup', inFolder('stopped'), '--with-secrets'],
    );
    expect(stopped).toEqual({ code: 1, errors: 'Interrupted.\n' });
    expect((await readdir(folder)).filter((name) => name.startsWith('stopped'))).toEqual([]);
  }, 180_000);

  test('BACKUP-15 a restore into PostgreSQL that is killed while it fills the database leaves nothing that starts, and is repeated', async () => {
    const url = await owner.makeDatabase();
    const script = (mark: string) =>
      `{ head -c 60000; touch ${mark}; ${untilParentIsGone}; } | ${programs?.restore} "$@"`;
    await stopAtMark(url, { program: 'pg_restore', script, signal: 'SIGKILL' }, 'restore', inFolder('whole'));
    await expect.poll(() => sessionsOf(url), { timeout: 60_000 }).toEqual([]);
    expect(await tablesOf(url)).toEqual(['unfinished_restore']);
    await expect(openDatabase({ databaseUrl: url })).rejects.toThrow(/^A restore into this database did not finish/);
    expect(await runCommandLine(env(url), 'restore', inFolder('whole'))).toMatchObject({ code: 0, errors: '' });
    expect(await tablesOf(url)).not.toContain('unfinished_restore');
  }, 180_000);

  test('BACKUP-15 a restore that is killed between its tables and the end of the copied sessions starts nowhere until the same restore goes on', async () => {
    const url = await owner.makeDatabase();
    const script = (mark: string) => `${programs?.restore} "$@"; touch ${mark}; ${untilParentIsGone}`;
    await stopAtMark(url, { program: 'pg_restore', script, signal: 'SIGKILL' }, 'restore', inFolder('whole'));
    await expect.poll(() => sessionsOf(url), { timeout: 60_000 }).toEqual([]);
    expect((await tablesOf(url)).length).toBeGreaterThan(40);
    await expect(openDatabase({ databaseUrl: url })).rejects.toThrow(/^A restore into this database did not finish/);
    expect(await runCommandLine(env(url), 'backup', inFolder('x'), '--with-secrets')).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^A restore into this database did not finish/),
    });
    expect(await runCommandLine(env(url), 'restore', inFolder('other'))).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/is not empty/),
    });
    expect(await runCommandLine(env(url), 'restore', inFolder('whole'))).toMatchObject({ code: 0, errors: '' });
    await (await openDatabase({ databaseUrl: url })).destroy();
  }, 180_000);

  test('BACKUP-15 an interrupted restore, and one of which the program fails, leave the database empty and say so', async () => {
    const url = await owner.makeDatabase();
    const waiting = (mark: string) => `touch ${mark}; exec sleep 600`;
    const stopped = await stopAtMark(
      url,
      { program: 'pg_restore', script: waiting, signal: 'SIGTERM' },
      ...['restore', inFolder('whole')],
    );
    expect(stopped).toEqual({ code: 1, errors: 'Interrupted. The database is empty, as before.\n' });
    const failing = await makePrograms(inFolder('failing'), {
      pg_restore: wrapping(
        programs?.restore ?? '',
        'echo "pg_restore: error: could not execute query: ERROR:  no" >&2; exit 1',
      ),
    });
    expect(await runCommandLine(env(url, { POSTGRES_PROGRAMS: failing }), 'restore', inFolder('whole'))).toEqual({
      code: 1,
      output: '',
      errors: 'pg_restore failed: could not execute query: ERROR:  no. The database is empty, as before.\n',
    });
    expect(await tablesOf(url)).toEqual([]);
  }, 180_000);
});
