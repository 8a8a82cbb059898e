import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPlatformSettings } from '../core/base/settings.ts';
import { openDatabase } from '../core/database/database.ts';
import { demoPassword } from '../demo/sign-ins.ts';
import { startPlatform } from '../start.ts';
import { fillDataFolder } from '../testing/database.ts';
import { freePort } from '../testing/free-port.ts';
import { runCommandLine } from '../testing/operator-commands.ts';

test('OPERATE-5 NETWORK-10 the commands reach a running platform by its socket, and the database itself when none runs; failures are one line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'console-test-'));
  const dataDir = join(folder, 'data');
  const env = { DATA_DIR: dataDir };
  await fillDataFolder(dataDir, { demo: true });
  const running = await startPlatform(
    readPlatformSettings({ ...env, PLATFORM_PORT: String(await freePort()), DEMO: 'off' }),
    { logger: false },
  );
  const ent_usr = { email: 'organiser@demo.example', password: demoPassword };
  const headers = { 'content-type': 'application/json' };
  await fetch(`${running.origin}/login`, { method: 'POST', headers, body: JSON.stringify({ api: true, ent_usr }) });
  expect(await runCommandLine(env, 'end-sessions', '--all')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Sessions ended for all users: [1-9]\d*\./),
  });
  expect(await runCommandLine(env, 'make-administrator', ent_usr.email)).toMatchObject({ code: 0 });
  expect(await runCommandLine(env, 'make-administrator', ent_usr.email)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^organiser@demo\.example is already an Administrator\.[^\n]*\n$/),
  });
  expect(await runCommandLine(env, 'allow-address', '198.51.100.9')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Administrators can sign in from 198\.51\.100\.9, [^\n]*\n$/),
  });
  await running.close();
  expect(await runCommandLine(env, 'end-sessions', ent_usr.email)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Sessions ended for organiser@demo\.example: 0\./),
  });
  expect(await runCommandLine(env, 'allow-address', '198.51.100.9', '--remove')).toMatchObject({ code: 0 });
  expect(await runCommandLine(env, 'allow-address', 'office')).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^The list cannot contain “office”[^\n]*\n$/),
  });
  for (const args of [
    ['allow-address'],
    ['allow-address', '--remove'],
    ['unlock'],
    ['unlock', '--all'],
    ['end-sessions', '--everyone'],
    ['make-administrator', 'a', 'b'],
  ])
    expect(await runCommandLine(env, ...args)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^Usage: [^\n]+\n$/),
    });
  const db = await openDatabase({ dataDir });
  const events = await db
    .selectFrom('audit_entry')
    .select(['action', 'after'])
    .where('via', '=', 'system')
    // Actions of the platform itself, at its first start and later.
    .where('action', 'not in', ['keys:create', 'invitations:expire'])
    .orderBy('id')
    .execute();
  await db.destroy();
  expect(events.map(({ action, after }) => [action, (after as unknown as { operator?: string }).operator])).toEqual([
    ...[
      ['security:endAllSessions', userInfo().username],
      ['users:edit', userInfo().username],
      ['network:allowForAdministrators', userInfo().username],
      ['security:endSession', userInfo().username],
      ['network:allowForAdministrators', userInfo().username],
    ],
  ]);
  await rm(folder, { recursive: true, force: true });
}, 180_000);
