import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitBeforeBaseline } from '@console/platform/core/database/baseline';
import { openDatabase } from '@console/platform/core/database/database';
import { readAppliedMigrations } from '@console/platform/core/database/later-migrations';
import { tables } from '@console/platform/core/database/schema';
import type { Table } from '@console/platform/core/database/table';
import { openEmbeddedData, openServerData } from '@console/platform/operator/open-data-folder';
import { freePort } from '@console/platform/testing/free-port';
import { readAllRows } from '@console/platform/testing/marked-rows';
import { runCommandLine } from '@console/platform/testing/operator-commands';
import { runOn, startServer, stopServer } from '@console/platform/testing/postgres-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProcess } from './processes.ts';

const root = join(import.meta.dirname, '../..');
let folder: string;
let commit: string;
let server: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-baseline-'));
  commit = join(folder, 'commit');
  extractCommit();
  server = await startServer();
});
afterAll(async () => {
  await stopServer();
  await rm(folder, { recursive: true, force: true });
});

const foldersIn = (folder: string) => readdirSync(folder).map((name) => [name, join(folder, name)] as const);

/** Extracts the platform of the commit before the baseline from the repository's history, and links today's packages. */
function extractCommit(): void {
  mkdirSync(commit);
  const args = ['archive', commitBeforeBaseline, 'contract', 'platform', 'package.json', 'schema.graphql'];
  const files = execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x'], { cwd: commit, input: files });
  // The contract of that commit needs packages that only server-base has today.
  for (const [name, packages] of Object.entries({ contract: ['server-base', 'contract'], platform: ['platform'] })) {
    const to = join(commit, name, 'node_modules');
    mkdirSync(to);
    const installed = packages.flatMap((one) => foldersIn(join(root, one, 'node_modules')));
    for (const [entry, from] of new Map(installed)) if (entry !== '@console') symlinkSync(from, join(to, entry));
  }
  mkdirSync(join(commit, 'platform/node_modules/@console'));
  symlinkSync(join(commit, 'contract'), join(commit, 'platform/node_modules/@console/contract'));
}

const secrets = {
  GATEWAY_SECRET: 'gateway secret of thirty-two characters or more',
  PLATFORM_SECRET: 'platform secret of thirty-two characters or more',
};

/** A new data folder or, for PostgreSQL, a new database. */
async function newPlace(isServer: boolean, name: string): Promise<{ DATA_DIR: string; DATABASE_URL?: string }> {
  const place = { DATA_DIR: join(folder, isServer ? `server-${name}` : name) };
  if (!isServer) return place;
  await runOn(server, `create database ${name}`);
  return { ...place, DATABASE_URL: Object.assign(new URL(server), { pathname: `/${name}` }).href };
}

type Place = Awaited<ReturnType<typeof newPlace>>;

/** A row without empty columns, because later migrations add some. */
const filled = (row: string) =>
  JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(row)).filter(([, value]) => value !== null)));

/** Reads all rows without running a migration. */
async function readRows({ DATA_DIR, DATABASE_URL }: Place) {
  const { db, close } = DATABASE_URL ? await openServerData(DATABASE_URL) : await openEmbeddedData(DATA_DIR);
  const rows = await readAllRows(db).finally(close);
  return new Map(Array.from(rows, ([table, some]) => [table, some.map(filled).toSorted()]));
}

/** Rows of the tables that a backup with secrets contains completely. */
const inBackup = (rows: Map<string, string[]>) =>
  [...rows].filter(([name]) => {
    const backup = (tables as Readonly<Record<string, Table>>)[name]?.backup;
    return backup?.rows === 'all' && !backup.always;
  });

async function migrationsOf({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }: Place) {
  const db = await openDatabase({ dataDir, databaseUrl });
  return readAppliedMigrations(db).finally(() => db.destroy());
}

test.each([
  ['a data folder', false],
  ['PostgreSQL', true],
])(
  'UPGRADE-6 the demo data of the commit before the baseline, in %s, have the same rows after a start, and pass the check, and so does a backup from before',
  async (_where, isServer) => {
    const place = await newPlace(isServer, 'started');
    const env = { ...secrets, ...place, PLATFORM_PORT: String(await freePort()), DEMO: 'on' };
    const older = await startProcess('platform', env, { folder: commit });
    expect(await older.end('SIGTERM')).toEqual([0, null]);
    const backup = join(folder, `${isServer}.backup`);
    execFileSync(process.execPath, [join(commit, 'platform/src/operate.ts'), 'backup', backup, '--with-secrets'], {
      env: { PATH: process.env.PATH, ...env },
      stdio: 'pipe',
    });
    const rows = await readRows(place);
    expect(rows.get('ent_usr')?.length).toBeGreaterThan(10);

    const restored = await newPlace(isServer, 'restored');
    expect(await runCommandLine({ ...env, ...restored }, 'restore', backup)).toMatchObject({ code: 0, errors: '' });
    expect(inBackup(await readRows(restored))).toEqual(inBackup(rows));
    for (const one of [place, restored]) {
      expect((await migrationsOf(one))[0]).toEqual({ name: '0100_baseline', compatible_from: null });
      const adopted = await readRows(one);
      expect(inBackup(adopted)).toEqual(inBackup(rows));
      if (one === place) expect(adopted).toEqual(rows);
      const platform = await startProcess('platform', { ...env, ...one });
      expect(await platform.end('SIGTERM')).toEqual([0, null]);
      expect(await runCommandLine({ ...env, ...one }, 'verify-data')).toMatchObject({ code: 0, errors: '' });
    }
  },
  600_000,
);
