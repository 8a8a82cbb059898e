import { randomBytes } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { findProgram, programEnvironment } from '../operator/postgres-programs.ts';
import { openTestDatabase } from './database.ts';
import { runOn } from './postgres-server.ts';

/** The programs of the test server's release; null if this machine does not have them. */
export async function findServerPrograms(): Promise<{ dump: string; restore: string } | null> {
  const url = inject('postgresUrl');
  const [row] = await runOn<{ version: number }>(url, `select current_setting('server_version_num')::int as version`);
  const release = Math.floor((row?.version ?? 0) / 10_000);
  const options = { postgresPrograms: undefined, env: programEnvironment(url) };
  try {
    const [dump, restore] = await Promise.all([
      findProgram('pg_dump', release, options),
      findProgram('pg_restore', release, options),
    ]);
    return { dump, restore };
  } catch {
    return null;
  }
}

const on = (database: string, user?: string, password = '') =>
  Object.assign(new URL(inject('postgresUrl')), {
    pathname: `/${database}`,
    ...(user !== undefined && { username: user, password: encodeURIComponent(password) }),
  }).href;

/** A database with demo data, and its address. */
export async function openNamedDatabase() {
  const db = await openTestDatabase({ demo: true });
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return { db, url: on(String(rows[0]?.name)) };
}

/** A role that may not create databases, and that reads only the databases which it owns. */
export async function makeRole(password: string) {
  const role = `role_${randomBytes(6).toString('hex')}`;
  const admin = inject('postgresUrl');
  await runOn(admin, `create role ${role} login password '${password}'`);
  const databases: string[] = [];
  return {
    role,
    /** An empty database of the role. */
    async makeDatabase(): Promise<string> {
      const name = `test_${randomBytes(8).toString('hex')}`;
      await runOn(admin, `create database ${name} owner ${role}`);
      databases.push(name);
      return on(name, role, password);
    },
    /** URL of another database with this role. */
    as: (url: string) => Object.assign(new URL(url), { username: role, password: encodeURIComponent(password) }).href,
    async remove(): Promise<void> {
      for (const name of databases) await runOn(admin, `drop database if exists ${name} with (force)`);
      await runOn(admin, `drop role ${role}`);
    },
  };
}

/** A folder with a script in place of each program. */
export async function makePrograms(folder: string, scripts: Record<string, string>): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const [name, script] of Object.entries(scripts)) {
    const path = join(folder, name);
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
  }
  return folder;
}

/** A script that runs in place of a program. With `--version` it runs the program itself. */
export const wrapping = (program: string, script: string) =>
  `[ "$1" = --version ] && exec ${program} --version\n${script}`;

/** Shell line that waits until the process that started the script has ended. */
export const untilParentIsGone = 'while kill -0 $PPID 2>/dev/null; do sleep 0.1; done';
