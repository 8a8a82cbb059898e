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
  expect(await switchPasscodesOff({ db: platform.db, clock: platform.now }, ' MFAA@m.example ')).toBe(
    'Passcodes are off for Organisation M. Its users sign in with their passwords.',
  );
  expect((await platform.login('mfaA')).statusCode).toBe(200);
  const event = await platform.db
    .selectFrom('audit_entry')
    .select(['action', 'via', 'ent_usr_id', 'target_id', 'before', 'after'])
    .where('action', '=', 'config:edit')
    .executeTakeFirst();
  expect(event).toEqual({
    action: 'config:edit',
    via: 'system',
    ent_usr_id: null,
    target_id: String(platform.orgs.M),
    before: { otp_required: true },
    after: { otp_required: false },
  });
});

test('START-6 without passcodes nothing is switched off, which is said and is no failure; an unknown user is one', async () => {
  const off = (email: string) => switchPasscodesOff({ db: platform.db, clock: platform.now }, email);
  const nothing = 'The organisation of orga@a.example does not require passcodes. Nothing was changed.';
  expect(await off('orga@a.example')).toBe(nothing);
  expect(await off('nowhere@nowhere.example')).toMatch(/does not require passcodes/);
  await expect(off('mfax@m.example')).rejects.toThrow('No user has the email address mfax@m.example.');
});

test('START-6 the command works on a data folder by itself, and its failures are one line', async () => {
  await fillDataFolder(dataDir, { demo: true });
  const run = async (...args: string[]) => {
    const { code, output, errors } = await runCommandLine({ DATA_DIR: dataDir }, 'passcodes-off', ...args);
    return [code, output, errors];
  };
  expect(await run()).toEqual([1, '', 'Usage: passcodes-off EMAIL\n']);
  expect(await run('none@demo.example')).toEqual([1, '', 'No user has the email address none@demo.example.\n']);
  const email = 'otp@secure.example';
  expect(await run(email)).toEqual([
    0,
    expect.stringMatching(/^Passcodes are off for .+\. Its users sign in with their passwords\.\n$/),
    '',
  ]);
  const nothing = `The organisation of ${email} does not require passcodes. Nothing was changed.\n`;
  expect(await run(email)).toEqual([0, nothing, '']);
});
