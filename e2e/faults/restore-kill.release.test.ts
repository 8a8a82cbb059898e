import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@console/platform/core/database/database';
import { fillDataFolder } from '@console/platform/testing/database';
import { killRestores, timeRestore } from '@console/platform/testing/killed-restores';
import { runCommandLine } from '@console/platform/testing/operator-commands';
import { expect, onTestFinished, test } from 'vitest';

test('BACKUP-6 of 20 restores that were killed each leaves the earlier data, or all of the restored ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'console-restore-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [dataDir, file] = [join(folder, 'data'), join(folder, 'backup')];
  await fillDataFolder(dataDir, { demo: true });
  const db = await openDatabase({ dataDir });
  await db.updateTable('ent_usr').set({ email: 'restored@demo.example' }).where('id', '=', 1).execute();
  await db.destroy();
  expect((await runCommandLine({ DATA_DIR: dataDir }, 'backup', file)).code).toBe(0);
  const parts = Array.from({ length: 20 }, (_, at) => at / 20);
  const whole = await timeRestore(folder, file);
  const { before, after } = whole;
  const left = await killRestores(folder, file, whole, parts);
  expect(after).not.toEqual(before);
  for (const emails of left) expect(emails).toEqual(emails.has('restored@demo.example') ? after : before);
  expect(left).toContainEqual(before);
}, 600_000);
