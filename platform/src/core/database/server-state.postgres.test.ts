import { randomBytes } from 'node:crypto';
import { StartError } from '@console/server-base/settings';
import { afterAll, expect, inject, test } from 'vitest';
import { runOn } from '../../testing/postgres-server.ts';
import { openDatabase } from './database.ts';
import { refuseState } from './server-state.ts';

const server = inject('postgresUrl');
const name = `test_${randomBytes(8).toString('hex')}`;
afterAll(async () => {
  await runOn(server, `drop database if exists ${name} with (force)`);
  await runOn(server, `drop role if exists ${name}`);
});

test('BOOT-1 a first start without the right to create tables is one line with the grant, and nothing is created', async () => {
  await runOn(server, `create role ${name} login`);
  await runOn(server, `create database ${name}`);
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}`, username: name }).href;
  const refusal = await openDatabase({ databaseUrl }).catch((error) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect(refusal.message).toBe(
    `DATABASE_URL: the user ${name} is not allowed to create tables in the database ${name}: run alter database ${name} owner to ${name}, or grant create on schema public to ${name} and grant create on database ${name} to ${name}.`,
  );
  expect(await runOn(databaseUrl, `select from pg_tables where schemaname = 'public'`)).toEqual([]);
});

test('BOOT-1 a server before PostgreSQL 15 is refused, and a database with tables is used whatever its encoding', () => {
  const state = {
    version: 150_000,
    user: 'console',
    database: 'console',
    schema: 'public',
    encoding: 'SQL_ASCII',
    is_replica: false,
    read_only_by: null,
    has_tables: true,
    may_create_tables: false,
    may_create_schemas: false,
    foreign_table: null,
    owner: null,
    other_settings: null,
  };
  expect(refuseState(state)).toBeNull();
  expect(refuseState({ ...state, version: 140_012 })).toBe(
    'PostgreSQL 14 is too old: upgrade the server to 15 or newer',
  );
});
