import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';
import { parseProbeUser, saveProbeUser, writeProbePassword } from './probe-user.ts';

const platform = useTestPlatform();
const folder = await mkdtemp(join(tmpdir(), 'console-probe-user-'));
afterAll(() => rm(folder, { recursive: true }));
const file = join(folder, 'probe.password');
const email = 'probe@console.example';

/** Creates the user as the command does. Returns the printed text and the password in the file. */
async function create(of = email) {
  const text = await writeProbePassword(file, (password_hash) =>
    saveProbeUser(
      { db: platform.db, clock: platform.now },
      parseProbeUser({ email: of, password_hash, operator: 'alice' }),
    ),
  );
  return { text, password: (await readFile(file, 'utf8')).trim() };
}
const login = (password: string) => platform.call('POST /login', { body: { api: true, ent_usr: { email, password } } });

test('PROBE-5 the user of the probe is the only one of an organisation of its own, without passcodes, and signs in with the password of the file', async () => {
  const { text, password } = await create();
  expect(text).toBe(
    `Created the probe user ${email}, an Auditee of the new organisation Probe. The password is in ${file}.`,
  );
  expect([password.length, (await stat(file)).mode & 0o777, await readdir(folder)]).toEqual([
    43,
    0o600,
    ['probe.password'],
  ]);
  const { current_ent_usr: user } = (await login(password)).json();
  expect(user).toMatchObject({ email, role: { idStr: 'AUDITEE' } });
  const organisation = await platform.db
    .selectFrom('ent_org')
    .select(['brandname', 'user_limit', 'otp_required', 'audit_retention_days'])
    .where('id', '=', user.ent_org_id)
    .executeTakeFirstOrThrow();
  expect(organisation).toEqual({ brandname: 'Probe', user_limit: 1, otp_required: false, audit_retention_days: 30 });
  const events = await platform.db
    .selectFrom('audit_entry')
    .select(['action', 'via', 'after'])
    .where('subject_org_id', '=', user.ent_org_id)
    .where('via', '=', 'system')
    .orderBy('id')
    .execute();
  expect(events).toMatchObject([
    { action: 'organisations:create', after: { operator: 'alice' } },
    { action: 'users:create', after: { operator: 'alice' } },
  ]);
  expect(JSON.stringify(events)).not.toContain('argon2');
});

test('PROBE-5 the second time there is a new password: the earlier one and its sessions are refused', async () => {
  const first = await create();
  const { api_key: key } = (await login(first.password)).json().current_ent_usr;
  const second = await create();
  expect(second.text).toMatch(/^probe@console\.example is already the probe user and has a new password\. /);
  expect(second.password).not.toBe(first.password);
  expect((await platform.call('GET /consoles/subscribed_grc_modules', { key })).statusCode).toBe(401);
  expect((await login(first.password)).statusCode).toBeGreaterThanOrEqual(400);
  expect((await login(second.password)).statusCode).toBe(200);
});

test('PROBE-5 where the name is taken the organisation has another one; the email of a person is refused, and the earlier password stays', async () => {
  await platform.db.updateTable('ent_org').set({ brandname: 'PROBE' }).where('id', '=', platform.orgs.A).execute();
  const { text, password } = await create();
  expect(text).toContain('of the new organisation Probe probe@console.example.');
  await expect(create('orga@a.example')).rejects.toThrow(
    'PROBE_EMAIL orga@a.example is the email of another user. Set a different one. Nothing was changed.',
  );
  expect((await readFile(file, 'utf8')).trim()).toBe(password);
  expect(await readdir(folder)).toEqual(['probe.password']);
  await platform.db.updateTable('ent_usr').set({ is_disabled: true }).where('email', '=', email).execute();
  await expect(create()).rejects.toThrow(
    /or their organisation is inactive\. Activate it first\. Nothing was changed\.$/,
  );
});

test('PROBE-5 a folder that cannot be written is one line, and no user is made', async () => {
  let isSaved = false;
  const save = async () => {
    isSaved = true;
    return '';
  };
  await chmod(folder, 0o700);
  await expect(writeProbePassword(join(folder, 'absent', 'p'), save)).rejects.toThrow(
    /^The password file ".*" cannot be written: no such file or directory \(ENOENT\)\. Nothing was changed\.$/,
  );
  expect(isSaved).toBe(false);
});
