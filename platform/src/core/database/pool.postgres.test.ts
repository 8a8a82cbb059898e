import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { checkDatabase } from '../../operator/check-database.ts';
import { openServerData } from '../../operator/open-data-folder.ts';
import { runOn } from '../../testing/postgres-server.ts';
import { readPlatformSettings } from '../base/settings.ts';
import { openDatabase } from './database.ts';
import { watchDatabase } from './database-watch.ts';
import type { Database } from './schema.ts';

const server = inject('postgresUrl');
const name = `test_${randomBytes(8).toString('hex')}`;
const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}`, username: name }).href;
const ofRole = {
  datestyle: 'German',
  timezone: 'Asia/Kolkata',
  standard_conforming_strings: 'off',
  extra_float_digits: '-15',
  array_nulls: 'off',
  default_transaction_isolation: 'serializable',
  lock_timeout: '1ms',
};
beforeAll(async () => {
  await runOn(server, `create role ${name} login`);
  await runOn(server, `create database ${name} owner ${name}`);
  await runOn(server, `alter database ${name} set idle_session_timeout = '1min'`);
  for (const [setting, value] of Object.entries(ofRole))
    await runOn(server, `alter role ${name} set ${setting} = '${value}'`);
});
afterAll(async () => {
  await runOn(server, `drop database if exists ${name} with (force)`);
  await runOn(server, `drop role if exists ${name}`);
});

const names = [...Object.keys(ofRole), 'idle_session_timeout'];
const read = sql<{ name: string; value: string; at: Date; parts: (number | null)[]; pi: number }>`
  select current_setting(name) as value, timestamptz '2026-11-20T10:00:00Z' as at, array_append(${[null]}::int[], 1) as parts, pi() as pi
  from unnest(${names}::text[]) as name`;
const set = ['ISO, MDY', 'UTC', 'on', '1', 'on', 'read committed', '0', '0'].map((value) => ({
  value,
  at: new Date('2026-11-20T10:00:00Z'),
  parts: [null, 1],
  pi: Math.PI,
}));
const rowsOf = async (db: Kysely<Database>) => (await read.execute(db)).rows;

test('BOOT-16 a start migrates and reads as everywhere else, whatever role and database have set', async () => {
  const db = await openDatabase({ databaseUrl });
  try {
    expect(await rowsOf(db)).toEqual(set);
    expect(await watchDatabase(db).read((ask) => ask(read))).toEqual(set);
  } finally {
    await db.destroy();
  }
});

test('BOOT-16 an operator command reads so too, and so does the doctor', async () => {
  const { db, close } = await openServerData(databaseUrl);
  expect(await rowsOf(db).finally(close)).toEqual(set);
  expect(await checked()).toMatchObject({ status: { now: expect.stringMatching(/^20\d\d-.+Z$/) } });
});

test('BOOT-16 DOCTOR-14 what a connection cannot set is named by the start and by the doctor', async () => {
  await runOn(server, `alter role ${name} set session_replication_role = replica`);
  const line =
    'DATABASE_URL: settings of the connection cannot be changed (session_replication_role = replica): reset them for the user, the database and the pooler.';
  await expect(openDatabase({ databaseUrl })).rejects.toThrow(line);
  const { findings, status } = await checked();
  expect(status).toBeNull();
  expect(findings).toContainEqual({ level: 'problem', subject: 'database', text: line });
});

const checked = () =>
  checkDatabase(readPlatformSettings({ DATABASE_URL: databaseUrl, DATA_DIR: '/nonexistent' }), new Map());
