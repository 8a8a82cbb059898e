import { gatewayProof, gatewayProofHeader } from '@console/server-base/gateway-proof';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { bulkActions } from '../../testing/bulk-actions.ts';
import { fixturePassword, type UserName } from '../../testing/fixtures.ts';
import { csvOf, formOf, newUser, rowOf } from '../../testing/forms.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { addUserMapping } from '../../testing/mappings.ts';
import { startTestPlatform, type TestPlatform, useTestPlatform } from '../../testing/platform.ts';
import { addIntegrationKey, addUsers } from '../../testing/users.ts';
import { dayMs, hourMs, minuteMs } from '../base/clock.ts';
import { deleteExpiredRows } from '../database/purge.ts';
import { runCommand } from '../database/transaction.ts';
import { createMailer } from './mailer.ts';
import { createNotices, sendDueNotices } from './notices.ts';

const gatewaySecret = 'shared by gateway and platform in tests';
const platform = useTestPlatform({ settings: { gatewaySecrets: [gatewaySecret] } });
const { act } = bulkActions(platform);

const subjects = [
  'A new Organiser, Architect or Administrator',
  'Single sign-on settings were changed',
  'The passcode requirement at sign-in was changed',
  'An API key was created',
  'A large list was exported',
  'Activity retention was shortened',
  'Evidence retention was shortened',
];
const people = ['adm', 'arc', 'orgA', 'orgB', 'nowhere'] as const;

/** Takes the pending notices out of the outbox: recipient and subject, oldest first. */
async function takeNotices() {
  const rows = await platform.db
    .selectFrom('mail')
    .selectAll()
    .where('subject', 'in', subjects)
    .orderBy('id')
    .execute();
  await platform.db.deleteFrom('mail').where('subject', 'in', subjects).execute();
  return rows.map(({ recipient, subject, body_text, ent_org_id }) => ({
    to: people.find((name) => platform.users[name].email === recipient) ?? recipient,
    subject,
    text: body_text ?? '',
    organisation: ent_org_id,
  }));
}
const notified = async () => (await takeNotices()).map(({ to, subject }) => `${to}: ${subject}`);

const ip = { 'x-client-address': '192.0.2.7' };
const post = async (user: UserName, call: string, body: object, headers: Record<string, string> = {}) => {
  const { apiKey } = await platform.signIn(user);
  return platform.call(`POST /consoles/${call}`, { key: apiKey, body, headers: { ...ip, ...headers } });
};
const prove = (key: string) =>
  platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
const create = (user: UserName, email: string, role_id: number, more: object = {}) =>
  post(user, 'create_org_user', { ent_usr: newUser(email, { role_id, ...more }) });
const saveSso = (user: UserName, client_id: string, ent_org_id = platform.orgs.A) =>
  post(user, 'update_adfs', { adfs: { client_id, tenant_id: 'tenant', client_secret: 's3cr3t-canary', ent_org_id } });
const setRole = (user: UserName, id: number, role_id: number) =>
  post(user, 'update_org_user', { ent_usr: { id, role_id } });
const createKey = async (user: UserName, scopes: string[]) => {
  const { apiKey: key } = await platform.signIn(user);
  await prove(key);
  const body = { name: 'Nightly sync', scopes, expires_in_days: 30 };
  return { key, answer: await platform.call('POST /consoles/ext/create_key', { key, body, headers: ip }) };
};
const mailer = () => createMailer({ database: platform.db, clock: platform.now, log: { warn() {}, error() {} } });
const settings = { publicUrl: new URL('https://console.example'), extensions: true } as never;
const sendDue = () => sendDueNotices({ db: platform.db, clock: platform.now, settings, mailer: mailer() });

const newRole = 'A new Organiser, Architect or Administrator';

test('NOTICE-1 NOTICE-2 a new Organiser is mailed to the Organisers, also to who did it, with who, when, from where and what to do', async () => {
  expect((await create('orgA', 'maya@a.example', 3)).statusCode).toBe(200);
  const [notice, ...others] = await takeNotices();
  expect(others).toEqual([]);
  expect(notice).toEqual({
    to: 'orgA',
    subject: newRole,
    organisation: platform.orgs.A,
    text: `Hello orgA,

Maya Rao (maya@a.example) was added as Organiser of Organisation A. Done by orgA Fixture (orga@a.example), Organiser, on ${platform.now().toISOString().slice(0, 19)}Z, from the IP address 192.0.2.7.

If you know the reason, no action is needed.

If you do not, ask the person who did it, by phone rather than email. If it was not them, an account might be compromised. Deactivate that user and the person who made the change, and end their sessions.

View the activity log:
http://localhost:3000/O/activity

-- 
Console for Organisation A
http://localhost:3000/
All Organisers of Organisation A receive this email, including the person who made the change.
`,
  });
});

test('NOTICE-1 a new Administrator or Architect is mailed to all Administrators as well; an Assessor to no one', async () => {
  await create('adm', 'assessor@a.example', 4);
  await create('adm', 'architect@a.example', 2);
  await create('adm', 'admin@b.example', 1, { ent_org_id: platform.orgs.B });
  const notices = await takeNotices();
  expect(notices.map(({ to }) => to)).toEqual(['adm', 'orgA', 'adm', 'orgB']);
  expect(notices[2]?.text).toContain(
    'was added as Administrator of Organisation B. Done by adm Fixture (adm@a.example), A',
  );
  expect(notices[2]?.text).toContain('http://localhost:3000/activity');
  expect(notices[2]?.text).toContain(
    'All Administrators receive this email, including the person who made the change.',
  );
});

test('NOTICE-2 people of another organisation are named by their role only, and without address', async () => {
  await saveSso('adm', 'client', platform.orgs.B);
  const [notice, ...others] = await takeNotices();
  expect([notice?.to, others]).toEqual(['orgB', []]);
  expect(notice?.text).toContain('Done by an Administrator of another organisation on ');
  expect(notice?.text).not.toMatch(/adm@|192\.0\.2\.7|Fixture/);
});

test('NOTICE-1 a role that was changed to Organiser or higher, or is active again, is mailed; any other change is not', async () => {
  const { assA, audA } = platform.users;
  await setRole('orgA', assA.id, 3);
  expect(await notified()).toEqual([`orgA: ${newRole}`]);
  await post('orgA', 'update_org_user', { ent_usr: { id: assA.id, department_name: 'Legal' } });
  await setRole('orgA', assA.id, 4);
  await setRole('orgA', audA.id, 4);
  expect(await notified()).toEqual([]);
  const [id = 0] = await addUsers(platform.db, platform.orgs.A, [{ role_id: 1, is_disabled: true }]);
  const { apiKey: key } = await platform.signIn('adm');
  await prove(key);
  const body = { userId: id };
  expect((await platform.call('POST /consoles/activate_deactivate_user', { key, body })).statusCode).toBe(200);
  expect(await notified()).toEqual([`adm: ${newRole}`, `orgA: ${newRole}`]);
});

test('NOTICE-1 an invited Organiser is mailed once more when the password is set; a reset of a password is not', async () => {
  await platform.db.updateTable('ent_usr').set({ role_id: 3 }).where('id', '=', platform.users.assA.id).execute();
  const setPassword = async (kind: 'invitation' | 'reset') => {
    const reset_password_token = await platform.issueToken('assA', kind);
    const password = `Fresh-start1-${kind}`;
    const { email } = platform.users.assA;
    const body = { email, reset_password_token, password, password_confirmation: password };
    expect((await platform.call('POST /consoles/reset_pwd', { body, from: '192.0.2.9' })).statusCode).toBe(200);
  };
  await setPassword('reset');
  expect(await notified()).toEqual([]);
  await setPassword('invitation');
  const [notice, ...others] = await takeNotices();
  expect([notice?.to, others]).toEqual(['orgA', []]);
  expect(notice?.text).toContain(
    'assA Fixture (assa@a.example) accepted the invitation and set a password, as Organiser',
  );
});

test('NOTICE-1 the organiser of an organisation and a user accepted from outside are mailed', async () => {
  const { db, orgs, users } = platform;
  await post('adm', 'update_organiser', { org_id: orgs.A, organizer_id: users.adm.id });
  expect(await notified()).toEqual([`orgA: ${newRole}`]);
  const [other = 0] = await addUsers(db, orgs.A, [{ role_id: 3, email: 'other@a.example' }]);
  await post('adm', 'update_organiser', { org_id: orgs.A, organizer_id: other });
  const [notice] = await takeNotices();
  expect(notice?.text).toContain(
    'other@a.example was made the main Organiser, with the role Organiser of Organisation A.',
  );
  await addUserMapping(db, users.invited.id, orgs.A);
  const ent_usr = newUser('ignored@x.example', { id: users.invited.id, ent_org_id: orgs.A, role_id: 3 });
  expect((await post('orgA', 'update_org_user', { ent_usr })).statusCode).toBe(200);
  const [accepted] = await takeNotices();
  expect(accepted?.text).toContain('was accepted as an external user with the role Organiser of Organisation A.');
});

test('NOTICE-1 NOTICE-2 changed single sign-on is mailed without values; of the Administrators’ organisation to all of them', async () => {
  await saveSso('assA', 'client-canary');
  const notices = await takeNotices();
  expect(notices.map(({ to }) => to)).toEqual(['adm', 'orgA']);
  expect(notices[1]?.text).toContain(
    'The single sign-on settings of Organisation A were changed: client ID, tenant ID, client secret. Done by assA Fixture (assa@a.example), Assessor, on',
  );
  expect(notices.map(({ text }) => text).join()).not.toMatch(/canary/);
  await saveSso('assA', 'client-canary');
  expect(await notified()).toEqual([]);
});

test('NOTICE-1 a key with sensitive:write is mailed, created or rotated; of an Administrator to all Administrators; other keys are not', async () => {
  await createKey('assA', ['users:write']);
  expect(await notified()).toEqual([]);
  const { key, answer } = await createKey('assA', ['users:write', 'sensitive:write']);
  expect(answer.statusCode).toBe(200);
  const [created, ...others] = await takeNotices();
  expect([created?.to, others]).toEqual(['orgA', []]);
  expect(created?.text).toContain(
    'The API key “Nightly sync” of assA Fixture (assa@a.example), Assessor, can make changes',
  );
  expect(created?.text).not.toContain(answer.json().secret);
  await prove(key);
  const body = { key_id: answer.json().key.id };
  expect((await platform.call('POST /consoles/ext/rotate_key', { key, body })).statusCode).toBe(200);
  expect((await takeNotices()).map(({ text }) => text.includes('It was created by rotating another key.'))).toEqual([
    true,
  ]);
  await createKey('adm', ['sensitive:write']);
  expect(await notified()).toEqual([`adm: ${subjects[3]}`, `orgA: ${subjects[3]}`]);
});

test('NOTICE-1 EXPORT-18 an export of more than 10,000 rows is mailed, to the Administrators if it is of no organisation', async () => {
  const { db, orgs } = platform;
  const byGateway = { 'x-request-id': 'export', [gatewayProofHeader]: gatewayProof(gatewaySecret, 'export', 'nonce') };
  const record = (user: UserName, list: string, rows: number, org_id?: number, headers = byGateway) =>
    post(user, 'ext/record_export', { list, org_id, filters: [], rows, is_cut: false }, headers);
  expect((await record('orgA', 'mappings', 10_000, orgs.A)).statusCode).toBe(200);
  expect((await record('audA', 'users', 20_000, orgs.A)).statusCode).toBe(403);
  const forged = { ...byGateway, [gatewayProofHeader]: 'nonce.forged' };
  expect((await record('orgA', 'mappings', 20_000, orgs.A, forged)).statusCode).toBe(403);
  expect(await notified()).toEqual([]);
  await record('orgA', 'mappings', 10_001, orgs.A);
  const [notice] = await takeNotices();
  expect([notice?.to, notice?.text]).toEqual([
    'orgA',
    expect.stringContaining('10001 rows were exported: the mappings of Organisation A. Done by orgA'),
  ]);
  await record('arc', 'assessments', 20_000);
  expect(await notified()).toEqual([`adm: ${subjects[4]}`]);
  await sql`insert into ent_usr (ent_org_id, email, role_id, created_at, updated_at)
    select ${orgs.B}, 'many' || n || '@b.example', 5, now(), now() from generate_series(1, 10000) n`.execute(db);
  const answer = await post('orgB', 'ext/export_rows', { list: 'users', query: { org_id: orgs.B }, limit: 1_000_000 });
  expect(answer.body.trimEnd()).toMatch(/\{"end":10001\}$/);
  expect(await notified()).toEqual([`orgB: ${subjects[4]}`]);
});

test('NOTICE-1 lowered retention and switched passcodes are mailed; raised retention and other settings are not', async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  const retain = (days: number) => {
    const body = { organisationId: platform.orgs.A, days };
    return platform.confirmed('POST /consoles/ext/set_audit_retention', { key, body });
  };
  await retain(3_650);
  await retain(365);
  const notices = await takeNotices();
  expect(notices.map(({ to }) => to)).toEqual(['adm', 'orgA']);
  expect(notices[1]?.text).toContain(
    'The activity of Organisation A is now kept for 365 days instead of 3650. Done by orgA',
  );
  const config = { notification_frequency: 'Weekly', otp_required: false, user_limit: -1 };
  await addUsers(platform.db, platform.orgs.M, [{ role_id: 3, email: 'org@m.example' }]);
  await post('adm', 'update_config', { org_id: platform.orgs.M, config });
  await post('adm', 'update_config', {
    org_id: platform.orgs.M,
    config: { ...config, notification_frequency: 'Daily' },
  });
  const [switched, ...others] = await takeNotices();
  expect(others).toEqual([]);
  expect(switched).toMatchObject({ to: 'org@m.example', subject: subjects[2] });
  expect(switched?.text).toContain('Users of Organisation M now sign in without an emailed passcode. Done by an Admin');
});

test('NOTICE-3 HARDEN-6 an upload is one mail, which says how many and names the first and the last', async () => {
  const emails = Array.from({ length: 12 }, (_, n) => `new${n}@a.example`);
  const rows = [rowOf('auditee@a.example'), ...emails.map((email) => rowOf(email, { role: 'Organiser' }))];
  const { apiKey: key } = await platform.signIn('orgA');
  const form = formOf({ org_id: platform.orgs.A }, csvOf(rows));
  expect((await platform.call('POST /consoles/bulk_user_upload', { key, ...form })).statusCode).toBe(200);
  const [notice, ...others] = await takeNotices();
  expect([notice?.to, others]).toEqual(['orgA', []]);
  expect(notice?.text).toContain('There were 12 such actions. These are the first ones and the last one:');
  expect(notice?.text.match(/was added by a file upload as Organiser/g)).toHaveLength(5);
  expect(notice?.text).toContain('(new0@a.example)');
  expect(notice?.text).toContain('(new11@a.example)');
  expect(notice?.text).not.toContain('auditee@a.example');
});

test('NOTICE-3 a bulk action is one email at its end, also after its process ended before the email was written', async () => {
  const ids = await addUsers(
    platform.db,
    platform.orgs.A,
    Array.from({ length: 8 }, (_, n) => ({ email: `many${n}@a.example`, password_hash: 'x' })),
  );
  const { job } = await act('orgA', { act: 'change_role', ids, role_id: 3 });
  expect(job.done_count).toBe(8);
  const toOrganiser = async () => (await takeNotices()).filter(({ to }) => to === 'orgA');
  await expect
    .poll(() => platform.db.selectFrom('notice').select('deferred').where('deferred', '>', 0).execute())
    .toEqual([]);
  const [notice, ...others] = await toOrganiser();
  expect(others).toEqual([]);
  expect(notice?.text).toContain('There were 8 such actions. These are the first ones and the last one:');
  expect(notice?.text).toContain('many0@a.example became Organiser of Organisation A. Done by orgA');
  expect(notice?.text).toContain('many7@a.example became Organiser of Organisation A. Done by orgA');
  // Simulates that the process ends between the last row and the email.
  const first = JSON.stringify(['Deferred.']);
  const row = {
    audience_id: platform.orgs.A,
    kind: 'privilegedUser',
    bulk_job_id: job.id,
    deferred: 1,
    first_deferred: first,
  };
  await platform.db
    .insertInto('notice')
    .values({ ...row, mails: 0, due_at: new Date(platform.now().getTime() + hourMs) })
    .execute();
  await platform.db.updateTable('bulk_job').set({ finished_at: null }).execute();
  await sendDue();
  expect(await toOrganiser()).toEqual([]);
  await platform.db.updateTable('bulk_job').set({ finished_at: platform.now() }).execute();
  await sendDue();
  expect((await toOrganiser()).map(({ text }) => text.includes('Deferred.'))).toEqual([true]);
});

test('NOTICE-4 in an hour three mails of a kind leave for an audience, what is more in one at its end, and other kinds are not deferred', async () => {
  const count = async () => (await notified()).length;
  for (let change = 0; change < 30; change += 1) await saveSso('orgB', `client ${change}`, platform.orgs.B);
  const notices = await takeNotices();
  expect(notices.map(({ to }) => to)).toEqual(['orgB', 'orgB', 'orgB']);
  const isLast = 'If there are more within the hour, you will receive them in one email.';
  expect(notices.map(({ text }) => text.includes(isLast))).toEqual([false, false, true]);
  await create('orgB', 'maya@b.example', 3);
  expect(await notified()).toEqual([`orgB: ${newRole}`]);
  await sendDue();
  expect(await count()).toBe(0);
  platform.moveClock(hourMs + minuteMs);
  await sendDue();
  await sendDue();
  const [rest, ...others] = (await takeNotices()).filter(({ to }) => to === 'orgB');
  expect(others).toEqual([]);
  expect(rest?.text).toContain('There were 27 such actions. These are the first ones and the last one:');
  await saveSso('orgB', 'later', platform.orgs.B);
  platform.moveClock(2 * hourMs);
  // Before the job has run, deferred actions are in the next email.
  for (let change = 0; change < 5; change += 1) await saveSso('orgB', `again ${change}`, platform.orgs.B);
  platform.moveClock(2 * hourMs);
  await takeNotices();
  await saveSso('orgB', 'the next', platform.orgs.B);
  expect((await takeNotices())[0]?.text).toContain('settings of Organisation B were changed: client ID.');
});

test('NOTICE-4 an Administrator who acts on many organisations sends all Administrators no more than one on one', async () => {
  const { db, orgs } = platform;
  const organisations = Array.from({ length: 10 }, (_, n) => ({
    guid: crypto.randomUUID(),
    brandname: `Many ${n}`,
    created_at: platform.now(),
    updated_at: platform.now(),
  }));
  const ids = (await db.insertInto('ent_org').values(organisations).returning('id').execute()).map(({ id }) => id);
  for (const id of [...ids, orgs.D]) await saveSso('adm', 'client', id);
  expect((await takeNotices()).filter(({ to }) => to === 'adm')).toHaveLength(3);
});

test('NOTICE-4 at most 50 people get a notice, those who are there longest first', async () => {
  const added = Array.from({ length: 60 }, (_, n) => ({ email: `o${n}@b.example`, role_id: 3 }));
  await addUsers(platform.db, platform.orgs.B, added);
  await saveSso('adm', 'client', platform.orgs.B);
  const recipients = (await takeNotices()).map(({ to }) => to);
  expect(recipients).toEqual(['orgB', ...added.slice(0, 49).map(({ email }) => email)]);
});

test('NOTICE-4 what was counted is deleted a day later, and nothing that is deferred', async () => {
  for (let change = 0; change < 4; change += 1) await saveSso('orgB', `client ${change}`, platform.orgs.B);
  await create('orgB', 'maya@b.example', 3);
  platform.moveClock(dayMs + 2 * hourMs);
  await deleteExpiredRows(platform.db, platform.now);
  const rows = await platform.db.selectFrom('notice').select(['kind', 'deferred']).execute();
  expect(rows).toEqual([{ kind: 'singleSignOn', deferred: 1 }]);
});

test('NOTICE-5 what is rolled back or refused is not mailed; a repetition with the same key is mailed once', async () => {
  const { db, users, orgs } = platform;
  const services = {
    db,
    clock: platform.now,
    notices: createNotices({ clock: platform.now, settings, mailer: mailer() }),
  };
  const actor = { userId: users.orgA.id, organisationId: String(orgs.A), via: 'session' as const, requestId: 'r' };
  const audit = { action: 'sso:edit', target: { type: 'ent_org', id: orgs.A }, after: { client_id: 'x' } };
  await runCommand(services, actor, async () => ({ answer: null, audit }));
  expect(await notified()).toEqual([`adm: ${subjects[1]}`, `orgA: ${subjects[1]}`]);
  const failing = db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'InsertQueryNode' && JSON.stringify(node).includes('"mail"')) throw new Error('no space');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const unwritten = runCommand({ ...services, db: failing }, actor, async () => ({ answer: null, audit }));
  await expect(unwritten).rejects.toThrow('no space');
  expect(await platform.auditEntries('sso:edit')).toHaveLength(1);
  await create('assA', 'high@a.example', 3);
  expect(await notified()).toEqual([]);
  const ent_usr = newUser('maya@a.example', { role_id: 3 });
  for (let sent = 0; sent < 2; sent += 1)
    expect((await post('orgA', 'create_org_user', { ent_usr }, { 'idempotency-key': 'one' })).statusCode).toBe(200);
  expect(await notified()).toEqual([`orgA: ${newRole}`]);
});

test('NOTICE-6 a deactivated Organiser gets no notice; without an active one the Administrators do, but not of a first Organiser', async () => {
  const { db, orgs, users } = platform;
  await create('adm', 'first@m.example', 3, { ent_org_id: orgs.M });
  expect(await notified()).toEqual([]);
  await db.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', users.orgB.id).execute();
  await create('adm', 'another@b.example', 3, { ent_org_id: orgs.B });
  const [notice, ...others] = await takeNotices();
  expect([notice?.to, others]).toEqual(['adm', []]);
  await db.updateTable('ent_usr').set({ role_id: 4 }).where('ent_org_id', '=', orgs.B).execute();
  await saveSso('adm', 'client', orgs.B);
  expect(await notified()).toEqual([`adm: ${subjects[1]}`]);
});

test('NOTICE-5 NOTICE-6 notices at the end of an hour reach the Administrators if there is no longer an active Organiser', async () => {
  for (let made = 0; made < 5; made += 1) await create('orgA', `organiser${made}@a.example`, 3);
  await takeNotices();
  const { db, orgs } = platform;
  await db
    .updateTable('ent_usr')
    .set({ is_disabled: true })
    .where('ent_org_id', '=', orgs.A)
    .where('role_id', '=', 3)
    .execute();
  platform.moveClock(hourMs + minuteMs);
  await sendDue();
  expect(await notified()).toEqual([`adm: ${newRole}`]);
});

test('NOTICE-2 an action with an API key names the key, and names cannot add links or lines', async () => {
  const { db, users } = platform;
  await db
    .updateTable('ent_usr')
    .set({ firstname: 'www.evil.example\n\nCall', lastname: '' })
    .where('id', '=', users.orgA.id)
    .execute();
  const key = await addIntegrationKey(db, users.orgA.id, ['read', 'users:write', 'sensitive:write']);
  const body = { ent_usr: newUser('maya@a.example', { role_id: 3 }) };
  await platform.call('POST /consoles/create_org_user', { key, body, headers: ip });
  const [notice] = await takeNotices();
  expect(notice?.text).toContain('Done by www.\u2060evil.\u2060example Call (orga@a.example), Organiser, on ');
  expect(notice?.text).toContain(', from the IP address 192.0.2.7, with the API key “sync”.');
});

test('NOTICE-5 a notice leaves by the mail server', async () => {
  const server = await startMailServer();
  const sending: TestPlatform = await startTestPlatform({ settings: { smtpUrl: server.url } });
  const { apiKey: key } = await sending.signIn('orgA');
  await sending.call('POST /consoles/create_org_user', {
    key,
    body: { ent_usr: newUser('maya@a.example', { role_id: 3 }) },
  });
  await expect
    .poll(() => server.received.filter(({ raw }) => raw.includes(`Subject: ${newRole}`)).map(({ to }) => to), {
      timeout: 60_000,
    })
    .toEqual([sending.users.orgA.email]);
  await sending.close();
  await server.close();
});
