import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openTestDatabase } from './testing/database.ts';
import { importedFile } from './testing/imported-file.ts';
import { runCommandLine, startCommand } from './testing/operator-commands.ts';

test('IMPORT-3 after kill -9 in the middle the same file goes on where it ended, everything once', async () => {
  const db = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'console-import-'));
  try {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    const DATABASE_URL = Object.assign(new URL(inject('postgresUrl')), { pathname: `/${rows[0]?.name}` }).href;
    const env = { DATABASE_URL, DATA_DIR: folder };
    const path = join(folder, 'customers.jsonl');
    const { text, emails } = importedFile({ organisations: 3, users: 3_000 });
    await writeFile(path, text);
    const stored = async () =>
      (await db.selectFrom('ent_usr').select('email').orderBy('email').execute()).map((one) => one.email);
    for (const least of [1, 1_000]) {
      const { child } = startCommand(env, 'import', path);
      while ((await stored()).length < least) {
        expect(child.exitCode).toBeNull();
        await delay(5);
      }
      child.kill('SIGKILL');
      await once(child, 'close');
      expect((await stored()).length).toBeLessThan(emails.length);
    }
    const before = (await stored()).length;
    expect(await runCommandLine(env, 'import', path)).toMatchObject({
      code: 0,
      errors: '',
      output: `0 organisations and ${emails.length - before} users were imported. Already there: ${before + 3}.\n`,
    });
    expect(await stored()).toEqual(emails);
    const events = await db
      .selectFrom('audit_entry')
      .select(['action', sql<number>`count(*)`.as('events'), sql<number>`count(distinct target_id)`.as('targets')])
      .groupBy('action')
      .orderBy('action')
      .execute();
    expect(events).toEqual([
      { action: 'organisations:create', events: 3, targets: 3 },
      { action: 'users:create', events: emails.length, targets: emails.length },
    ]);
  } finally {
    await db.destroy();
    await rm(folder, { recursive: true });
  }
});
