import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { switchPasscodesOff } from './config/switch-passcodes-off.ts';
import { fillDataFolder } from './testing/database.ts';
import { runCommandLine } from './testing/operator-commands.ts';
import { useTestPlatform } from './testing/platform.ts';

const platform = useTestPlatform();

let dataDir: string;
beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'console-test-')), 'data');
});
afterEach(() => rm(join(dataDir, '..'), { recursive: true, force: true }));

test('START-6 an operator switches passcodes off for the organisation of a user, who signs in without one; the activity has it', async () => {
  expect((await platform.login('mfaA')).json().message).toBe('OTP_REQUIRED');
  expect(await switchPasscodesOff({ db: platform.db, clock: platform.now }, ' MFAA@m.example ')).toBe('Organisation M');
  expect((await platform.login('mfaA')).statusCode).toBe(200);
  const event = await platform.db
    .selectFrom('audit_entry')
    .select(['action', 'via', 'ent_usr_id', 'target_id', 'before', 'after'])
    .where('action', '=', 'config:edit')
    .executeTakeFirst();
  expect(event).toEqual({
    ...{ action: 'config:edit', via: 'system', ent_usr_id: null, target_id: String(platform.orgs.M) },
    ...{ before: { otp_required: true }, after: { otp_required: false } },
  });
});

test.each([
  ['mfax@m.example', 'No user has the email mfax@m.example.'],
  ['orga@a.example', 'The organisation of orga@a.example requires no passcodes. Nothing was changed.'],
  ['nowhere@nowhere.example', /requires no passcodes/],
])('START-6 %s: there is nothing to switch off, which is said', async (email, text) => {
  await expect(switchPasscodesOff({ db: platform.db, clock: platform.now }, email)).rejects.toThrow(text);
});

test('START-6 the command works on a data folder by itself, and its failures are one line', async () => {
  await fillDataFolder(dataDir, { demo: true });
  const run = async (...args: string[]) => {
    const { code, output, errors } = await runCommandLine({ DATA_DIR: dataDir }, 'passcodes-off', ...args);
    return [code, output, errors];
  };
  expect(await run()).toEqual([1, '', 'Usage: passcodes-off EMAIL\n']);
  expect(await run('none@demo.example')).toEqual([1, '', 'No user has the email none@demo.example.\n']);
  const email = 'otp@secure.example';
  expect(await run(email)).toEqual([
    0,
    expect.stringMatching(/^Passcodes are off for .+: its users sign in with their passwords\.\n$/),
    '',
  ]);
  expect((await run(email))[0]).toBe(1);
});
