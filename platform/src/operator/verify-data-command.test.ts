import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../core/database/database.ts';
import { fillDataFolder } from '../testing/database.ts';
import { runCommandLine } from '../testing/operator-commands.ts';

test('BACKUP-8 the command exits with 1 and the line of what is wrong, and changes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'console-test-'));
  const dataDir = join(folder, 'data');
  await fillDataFolder(dataDir, { demo: true });
  const first = await runCommandLine({ DATA_DIR: dataDir }, 'verify-data');
  expect(first).toMatchObject({ code: 0, errors: '', output: expect.stringMatching(/^ok +release/) });
  const own = await openDatabase({ dataDir });
  await sql`update user_count set users = users + 1`.execute(own);
  await own.destroy();
  const second = await runCommandLine({ DATA_DIR: dataDir }, 'verify-data');
  expect(second).toMatchObject({ code: 1, output: expect.stringMatching(/\nproblem {2}counts/) });
  await rm(folder, { recursive: true, force: true });
});
