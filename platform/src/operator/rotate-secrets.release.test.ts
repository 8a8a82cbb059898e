import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadOrCreateSecret, readSecret } from '@console/server-base/secret-file';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSecretCipher } from '../core/base/secret-cipher.ts';
import { readPlatformSettings } from '../core/base/settings.ts';
import { openDatabase } from '../core/database/database.ts';
import { startPlatform } from '../start.ts';
import { fillDataFolder } from '../testing/database.ts';
import { freePort } from '../testing/free-port.ts';
import { runCommandLine } from '../testing/operator-commands.ts';

let folder: string;
let dataDir: string;
let env: Record<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-test-'));
  dataDir = join(folder, 'data');
  env = { DATA_DIR: dataDir };
  await fillDataFolder(dataDir, { demo: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const secretsOf = async (name: string) => (await readSecret(dataDir, name))?.split(',') ?? [];

test('OPERATE-7 secrets are renewed twice: stored ones are read after each, the earlier one works until the next, and the start takes them', async () => {
  const first = await loadOrCreateSecret(dataDir, 'platform');
  await loadOrCreateSecret(dataDir, 'session');
  const db = await openDatabase({ dataDir });
  const { id } = await db.selectFrom('ent_usr').select('id').orderBy('id').executeTakeFirstOrThrow();
  const secret_sealed = createSecretCipher([first], 'second-factor').encrypt('of an app', String(id));
  await db
    .insertInto('app_factor')
    .values({ ent_usr_id: id, secret_sealed, last_step: 0, created_at: new Date() })
    .execute();
  await sql`delete from sso`.execute(db);
  await db.destroy();
  for (let time = 0; time < 2; time += 1) {
    const before = await secretsOf('platform');
    expect(await runCommandLine(env, 'rotate-secrets')).toMatchObject({
      code: 0,
      errors: '',
      output: expect.stringMatching(/^Created new secrets in .+: platform, session\. /),
    });
    const after = await secretsOf('platform');
    expect(after).toEqual([expect.not.stringMatching(before[0] ?? ''), before[0]]);
    expect((await stat(join(dataDir, 'platform.secret'))).mode & 0o777).toBe(0o600);
    const again = await openDatabase({ dataDir });
    const stored = await again.selectFrom('app_factor').select('secret_sealed').executeTakeFirstOrThrow();
    await again.destroy();
    expect(createSecretCipher(after.slice(0, 1), 'second-factor').decrypt(stored.secret_sealed, String(id))).toBe(
      'of an app',
    );
  }
  expect(await secretsOf('platform')).not.toContain(first);
  expect(await secretsOf('session')).toHaveLength(2);
  const platform = await startPlatform(
    readPlatformSettings({ ...env, PLATFORM_PORT: String(await freePort()), DEMO: 'off' }),
    { logger: false },
  );
  try {
    const refused = await runCommandLine(env, 'rotate-secrets');
    expect(refused).toMatchObject({
      code: 1,
      errors: 'A platform is running with these secrets. Stop it first. Nothing was changed.\n',
    });
  } finally {
    await platform.close();
  }
}, 180_000);

test('OPERATE-7 what cannot be renewed is one line, and the file stays: a secret that is a setting, none, one that does not fit', async () => {
  expect((await runCommandLine(env, 'rotate-secrets')).errors).toMatch(/has no secrets yet\. Nothing was changed\.\n$/);
  const set = await runCommandLine({ ...env, PLATFORM_SECRET: 'x'.repeat(40) }, 'rotate-secrets');
  expect([set.code, set.errors]).toEqual([1, expect.stringMatching(/^PLATFORM_SECRET is a setting\. [^\n]+\n$/)]);
  expect(set.errors).not.toContain('xxxx');
  await writeFile(join(dataDir, 'platform.secret'), 'y'.repeat(43), { mode: 0o600 });
  const db = await openDatabase({ dataDir });
  const { id } = await db.selectFrom('ent_usr').select('id').orderBy('id').executeTakeFirstOrThrow();
  const secret_sealed = createSecretCipher(['z'.repeat(43)], 'second-factor').encrypt('of an app', String(id));
  await db
    .insertInto('app_factor')
    .values({ ent_usr_id: id, secret_sealed, last_step: 0, created_at: new Date() })
    .execute();
  await db.destroy();
  expect((await runCommandLine(env, 'rotate-secrets')).errors).toMatch(/stored secrets? cannot be read/);
  expect(await readFile(join(dataDir, 'platform.secret'), 'utf8')).toBe('y'.repeat(43));
});
