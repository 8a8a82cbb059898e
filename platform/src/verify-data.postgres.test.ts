import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openTestDatabase } from './testing/database.ts';
import { runCommandLine } from './testing/operator-commands.ts';

test('BACKUP-8 BACKUP-9 verify-data reads a copy in PostgreSQL, in connections that cannot write', async () => {
  const db = await openTestDatabase({ demo: true });
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const DATABASE_URL = Object.assign(new URL(inject('postgresUrl')), { pathname: `/${rows[0]?.name}` }).href;
  try {
    const env = { DATABASE_URL, DATA_DIR: '/nonexistent' };
    expect(await runCommandLine(env, 'verify-data')).toMatchObject({ code: 0, errors: '' });
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update ent_usr set role_id = 99 where id = (select min(id) from ent_usr)`.execute(trx);
    });
    const { code, output } = await runCommandLine(env, 'verify-data');
    expect(code).toBe(1);
    expect(output).toMatch(/problem {2}references {3}ent_usr\.role_id names 1 rows that are not in role/);
  } finally {
    await db.destroy();
  }
});
