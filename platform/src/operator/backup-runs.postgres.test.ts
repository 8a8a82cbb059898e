import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { readPlatformSettings } from '../core/base/settings.ts';
import { openTestDatabase } from '../testing/database.ts';
import { lastBackup, recordBackup } from './backup-runs.ts';
import { checkDatabase } from './check-database.ts';

const run = { bytes: 3_000_000_000, row_count: 5, is_encrypted: true, has_secrets: true };

test('BACKUP-16 the last hundred backups are remembered, and in production the doctor warns when the last one is older than 26 hours or there is none', async () => {
  const db = await openTestDatabase({ demo: true });
  try {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    const secret = 'x'.repeat(40);
    const own = {
      DATA_DIR: '/nonexistent',
      DATABASE_URL: Object.assign(new URL(inject('postgresUrl')), { pathname: `/${rows[0]?.name}` }).href,
    };
    const production = {
      ...own,
      PUBLIC_URL: 'https://console.example',
      SMTP_URL: 'smtps://mail.example',
      PLATFORM_SECRET: secret,
    };
    const findings = async (env: Record<string, string>) => {
      const { findings: all } = await checkDatabase(readPlatformSettings(env), new Map());
      return all.filter(({ subject }) => subject === 'backup');
    };
    const hoursAgo = (hours: number) => () => new Date(Date.now() - hours * 3_600_000);
    expect(await lastBackup(db)).toBeNull();
    expect(await findings(own)).toEqual([]);
    expect(await findings(production)).toEqual([
      { level: 'warning', subject: 'backup', text: expect.stringMatching(/^The command backup has never completed\./) },
    ]);
    await recordBackup({ db, clock: hoursAgo(27) }, run);
    expect(await findings(production)).toEqual([
      { level: 'warning', subject: 'backup', text: expect.stringMatching(/^The last backup is 27 hours old/) },
    ]);
    const earlier = { ...run, finished_at: hoursAgo(26)() };
    await db.insertInto('backup_run').values(Array(100).fill(earlier)).execute();
    await recordBackup({ db, clock: hoursAgo(25) }, run);
    expect(await findings(production)).toEqual([
      { level: 'ok', subject: 'backup', text: 'The last backup is 25 hours old.' },
    ]);
    const kept = await db.selectFrom('backup_run').selectAll().execute();
    expect([kept.length, kept[0]?.bytes]).toEqual([100, 3_000_000_000]);
    await sql`drop table backup_run`.execute(db);
    await recordBackup({ db, clock: hoursAgo(0) }, run);
    expect(await lastBackup(db)).toBeNull();
  } finally {
    await db.destroy();
  }
});
