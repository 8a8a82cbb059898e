import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openTestDatabase } from './testing/database.ts';
import { runCommandLine, runDoctor } from './testing/operator-commands.ts';

async function openNamed() {
  const db = await openTestDatabase({ demo: true });
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return { db, DATABASE_URL: Object.assign(new URL(inject('postgresUrl')), { pathname: `/${rows[0]?.name}` }).href };
}

test('BACKUP-8 BACKUP-9 verify-data reads a copy in PostgreSQL, in connections that cannot write', async () => {
  const { db, DATABASE_URL } = await openNamed();
  try {
    const env = { DATABASE_URL, DATA_DIR: '/nonexistent' };
    expect(await runCommandLine(env, 'verify-data')).toMatchObject({ code: 0, errors: '' });
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update ent_usr set role_id = 99 where id = (select min(id) from ent_usr)`.execute(trx);
    });
    const { code, output } = await runCommandLine(env, 'verify-data');
    expect(code).toBe(1);
    expect(output).toMatch(
      /problem {2}references {3}1 values of ent_usr\.role_id refer to rows that are missing from role\./,
    );
  } finally {
    await db.destroy();
  }
});

test('DOCTOR-2 DOCTOR-4 UPGRADE-7 a database in PostgreSQL is read and its clock compared; one of a newer release is a problem', async () => {
  const { db, DATABASE_URL } = await openNamed();
  try {
    const env = { DATABASE_URL, DATA_DIR: '/nonexistent' };
    const { code, output } = await runDoctor(env);
    expect(code).toBe(0);
    expect(output).toMatch(/\nok +database +PostgreSQL \d+, all migrations applied, [1-9]\d* users\.\n/);
    expect(output).toMatch(/\nok +clock +The clock agrees with the database\.\n/);
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '')`.execute(db);
    await sql`insert into audit_entry (at, via, action, event, target_type) values (now() + '1 hour', 'system', 'x', 'x', 'x')`.execute(
      db,
    );
    const later = await runDoctor(env);
    expect(later.code).toBe(1);
    expect(later.output).toMatch(/\nproblem +database +The data are from a newer release \(migration 9999_later\)/);
    expect(later.output).toMatch(/\nproblem +clock +The clock is behind the newest event/);
  } finally {
    await db.destroy();
  }
});

test('OPERATE-5 with PostgreSQL and no platform on this machine an act works on the database itself', async () => {
  const { db, DATABASE_URL } = await openNamed();
  try {
    const env = { DATABASE_URL, DATA_DIR: '/nonexistent' };
    const email = 'organiser@demo.example';
    expect(await runCommandLine(env, 'make-administrator', email)).toMatchObject({ code: 0, errors: '' });
    expect(await runCommandLine(env, 'end-sessions', '--all')).toMatchObject({ code: 0, errors: '' });
    const events = await db
      .selectFrom('audit_entry')
      .select('action')
      .where('via', '=', 'system')
      .orderBy('id')
      .execute();
    expect(events.map(({ action }) => action).slice(-2)).toEqual(['users:edit', 'security:endAllSessions']);
  } finally {
    await db.destroy();
  }
});

test('UPGRADE-7 a database that a compatible newer release has migrated is a warning', async () => {
  const { db, DATABASE_URL } = await openNamed();
  try {
    await sql`insert into kysely_migration (name, timestamp, compatible_from) values ('9998_later', '', '0100_baseline')`.execute(
      db,
    );
    const { code, output } = await runDoctor({ DATABASE_URL, DATA_DIR: '/nonexistent' });
    expect(code).toBe(0);
    expect(output).toMatch(
      /\nwarning +database +The data are from a newer, compatible release \(migration 9998_later\)/,
    );
  } finally {
    await db.destroy();
  }
});

test('DOCTOR-7 a DATABASE_READ_URL that leads to no replica or to no server is a warning', async () => {
  const { db, DATABASE_URL } = await openNamed();
  try {
    const env = { DATABASE_URL, DATA_DIR: '/nonexistent' };
    const own = await runDoctor({ ...env, DATABASE_READ_URL: DATABASE_URL });
    const absent = await runDoctor({ ...env, DATABASE_READ_URL: 'postgres://console:canary@127.0.0.1:1/console' });
    expect([own.code, absent.code]).toEqual([0, 0]);
    expect(own.output).toMatch(
      /\nwarning +database +DATABASE_READ_URL does not lead to a replica and is not used\. Correct it\.\n/,
    );
    expect(own.output).toMatch(/\nok +TLS +DATABASE_READ_URL: TLS is not needed on this machine\.\n/);
    expect(absent.output).toMatch(
      /\nwarning +database +DATABASE_READ_URL cannot be reached and is not used\. Start the replica, or correct the setting\.\n/,
    );
    expect(absent.output).not.toContain('canary');
  } finally {
    await db.destroy();
  }
});
