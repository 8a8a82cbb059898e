import { beforeEach, expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { csvOf, formOf, rowOf } from '../testing/forms.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey, addUsers } from '../testing/users.ts';
import { designationTaken } from './designations.ts';

const platform = useTestPlatform();
const taken = `designation ${designationTaken.problem.message}`;
beforeEach(async () => {
  const complete = {
    designation: 'Analyst',
    supervisor: 'boss@a.example',
    department_name: 'InfoSec',
    country_code: '+44',
    mobile: '12345',
    updated_at: platform.now(),
  };
  await platform.db.updateTable('ent_usr').set(complete).where('ent_org_id', '=', platform.orgs.A).execute();
  platform.moveClock(minuteMs);
});

interface Sent {
  org?: number;
  clear?: boolean;
  key?: string;
}
const sendAs = async (user: UserName, call: string, file: string, { org = platform.orgs.A, clear, key }: Sent = {}) => {
  const answer = await platform.call(`POST /consoles/ext/${call}`, {
    key: key ?? (await platform.signIn(user)).apiKey,
    ...formOf({ org_id: org, ...(clear && { clear_empty_cells: 'true' }) }, file),
  });
  return [answer.statusCode, answer.json()];
};
const upload = (user: UserName, file: string, sent?: Sent) => sendAs(user, 'update_users_by_file', file, sent);
const preview = (user: UserName, file: string, sent?: Sent) => sendAs(user, 'preview_users_file', file, sent);
const kindsOf = async (answer: ReturnType<typeof preview>) =>
  (await answer)[1].rows.map(({ row, kind }: { row: number; kind: string }) => [row, kind]);
const problemsOf = async (user: UserName, file: string, sent?: Sent) => {
  const [, body] = await preview(user, file, sent);
  const [status, { errors = {}, codes = {} }] = await upload(user, file, sent);
  const faulty: Record<string, unknown>[] = body.rows.filter(({ problems }: { problems: string[] }) => problems[0]);
  const byRow = (part: string) => Object.fromEntries(faulty.map((row) => [`row ${row.row}`, row[part]]));
  expect([status, errors, codes]).toEqual([422, byRow('problems'), byRow('codes')]);
  return errors;
};
const userOf = (name: UserName) =>
  platform.db.selectFrom('ent_usr').selectAll().where('id', '=', platform.users[name].id).executeTakeFirstOrThrow();
/** Leaves out the search texts. */
const withoutSearch = (user: object) =>
  Object.fromEntries(Object.entries(user).filter(([column]) => !/search|folded/.test(column)));
const counts = (created: number, updated: number, unchanged: number) => [
  200,
  { created_count: created, updated_count: updated, unchanged_count: unchanged },
];
const confirm = async (key: string) =>
  platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });

test('UPDATE-1 rows change the users with their emails, create the others, and leave all else as it is', async () => {
  const file = `email,department_name,lastname
AUDA@a.example,Finance,
assa@a.example,InfoSec,Fixture
disa@a.example,,Renamed`;
  const before = await userOf('audA');
  expect(await preview('orgA', file)).toEqual([
    200,
    {
      own_level_count: 0,
      rows: [
        {
          row: 2,
          kind: 'update',
          problems: [],
          codes: [],
          changes: [{ column: 'department_name', from: 'InfoSec', to: 'Finance' }],
        },
        { row: 3, kind: 'unchanged', problems: [], codes: [], changes: [] },
        {
          row: 4,
          kind: 'update',
          problems: [],
          codes: [],
          changes: [{ column: 'lastname', from: 'Fixture', to: 'Renamed' }],
        },
      ],
    },
  ]);
  expect(await userOf('audA')).toEqual(before);
  expect(await upload('orgA', file)).toEqual(counts(0, 2, 1));
  const changed = { department_name: 'Finance', updated_at: platform.now() };
  expect(withoutSearch(await userOf('audA'))).toEqual({ ...withoutSearch(before), ...changed });
  expect((await userOf('disA')).is_disabled).toBe(true);
  const target = (name: UserName) => ({
    ent_usr_id: platform.users.orgA.id,
    target_id: String(platform.users[name].id),
  });
  expect(await platform.auditEntries('users:edit', 'users:upload')).toMatchObject([
    { ...target('audA'), before: { department_name: 'InfoSec' }, after: { department_name: 'Finance' } },
    { ...target('disA'), before: { lastname: 'Fixture' }, after: { lastname: 'Renamed' } },
  ]);
  const mixed = csvOf([
    rowOf('fresh@a.example'),
    rowOf('audA@a.example'),
    rowOf('assA@a.example', { role: 'Assessor' }),
  ]);
  expect(await kindsOf(preview('orgA', mixed))).toEqual([
    [2, 'new'],
    [3, 'update'],
    [4, 'update'],
  ]);
  expect(await upload('orgA', mixed)).toEqual(counts(1, 2, 0));
  expect(await upload('orgA', mixed)).toEqual(counts(0, 0, 3));
  const mails = await platform.db.selectFrom('mail').select('recipient').execute();
  expect(mails).toEqual([{ recipient: 'fresh@a.example' }]);
});

test('UPDATE-2 an empty cell changes nothing, or empties the field: a required one is refused', async () => {
  const file = 'email,mobile,country_code,department_name\naudA@a.example,,,Finance';
  expect(await upload('orgA', file)).toEqual(counts(0, 1, 0));
  expect(await userOf('audA')).toMatchObject({ mobile: '12345', country_code: '+44', department_name: 'Finance' });
  expect(await upload('orgA', file, { clear: true })).toEqual(counts(0, 1, 0));
  expect(await userOf('audA')).toMatchObject({ mobile: null, country_code: null, department_name: 'Finance' });
  const required = 'email,designation,role,department_name\naudA@a.example,,,';
  expect(await problemsOf('orgA', required, { clear: true })).toEqual({
    'row 2': ['designation required', 'department_name required', 'role required'],
  });
  await platform.db.updateTable('ent_usr').set({ dept_lead: true }).where('email', '=', 'auda@a.example').execute();
  const lead = 'email,dept_lead\naudA@a.example,';
  expect(await upload('orgA', lead)).toEqual(counts(0, 0, 1));
  expect(await upload('orgA', lead, { clear: true })).toEqual(counts(0, 1, 0));
});

test('UPDATE-3 what may not change is refused by row, and then nothing is changed', async () => {
  const { users, db } = platform;
  await db.updateTable('ent_usr').set({ designation: 'CEO' }).where('id', '=', users.assA.id).execute();
  const file = `id,email,role,designation,dept_lead,department_name
${users.audA.id},other@a.example,,,,
,arc@a.example,,,,Finance
${users.orgA.id},orga@a.example,Assessor,,,
,assa@a.example,,Analyst,yes,
,auda@a.example,Administrator,CEO,,
,disa@a.example,,CEO,,
,orgb@b.example,Auditee,Analyst,,InfoSec`;
  await platform.signIn('orgA');
  const before = await db.selectFrom('ent_usr').selectAll().orderBy('id').execute();
  expect(await problemsOf('orgA', file)).toEqual({
    'row 2': ['email cannot be changed'],
    'row 3': ['cannot be changed because this user has a higher role than you'],
    'row 4': ['role cannot be changed for yourself. Ask another Administrator or Organiser to change it.'],
    'row 5': ['dept_lead is for Auditees only', expect.stringMatching(/^designation /)],
    'row 6': ['role is above your own', taken],
    'row 7': [taken],
    'row 8': expect.arrayContaining(['firstname required', 'email is taken']),
  });
  expect(await db.selectFrom('ent_usr').selectAll().orderBy('id').execute()).toEqual(before);
  const refusal = { target_id: String(platform.orgs.A), after: { action: 'users:upload', reason: 'level' } };
  expect(await platform.auditEntries('access:refuse')).toMatchObject([refusal]);
});

test('UPDATE-3 a senior post that the caller may not give needs a nomination, for new users too', async () => {
  const file = csvOf([
    rowOf('new@a.example', { designation: 'CFO' }),
    rowOf('auda@a.example', { designation: 'CISO' }),
  ]);
  expect(await problemsOf('assA', file)).toEqual({
    'row 2': ['designation must be assigned by nomination'],
    'row 3': ['designation must be assigned by nomination'],
  });
  const both = csvOf([rowOf('new@a.example', { designation: 'CFO' }), rowOf('auda@a.example', { designation: 'CFO' })]);
  expect(await problemsOf('orgA', both)).toEqual({ 'row 3': [taken] });
});

test('UPDATE-4 a role of the own level needs one confirmation, or a key with sensitive:write, and is mailed once', async () => {
  const { apiKey } = await platform.signIn('orgA');
  const file = csvOf([
    rowOf('auda@a.example', { role: 'Organiser' }),
    rowOf('assa@a.example', { role: 'organiser' }),
    rowOf('peer@a.example', { role: 'Organiser' }),
  ]);
  expect((await preview('orgA', file))[1].own_level_count).toBe(3);
  expect(await upload('orgA', file, { key: apiKey })).toEqual([
    422,
    expect.objectContaining({ code: 'WRONG_PASSWORD' }),
  ]);
  const { orgA, adm } = platform.users;
  const plain = await addIntegrationKey(platform.db, orgA.id);
  expect((await upload('orgA', file, { key: plain }))[0]).toBe(403);
  expect((await userOf('audA')).role_id).toBe(5);
  await confirm(apiKey);
  expect(await upload('orgA', file, { key: apiKey })).toEqual(counts(1, 2, 0));
  const notices = (await platform.mails('orgA')).filter((mail) => /became Organiser/.test(mail));
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatch(/was added by a file upload as Organiser/);
  const sensitive = await addIntegrationKey(platform.db, adm.id, ['read', 'users:write', 'sensitive:write']);
  const again = csvOf([rowOf('disa@a.example', { role: 'Administrator' })]);
  expect(await upload('adm', again, { key: sensitive })).toEqual(counts(0, 1, 0));
});

test('UPDATE-1 a role that changes ends the lead of a department, as for a single change', async () => {
  await platform.db.updateTable('ent_usr').set({ dept_lead: true }).where('email', '=', 'auda@a.example').execute();
  const file = 'email,role\nauda@a.example,Assessor';
  const [, { rows }] = await preview('orgA', file);
  expect(rows[0].changes).toEqual([
    { column: 'role', from: 'Auditee', to: 'Assessor' },
    { column: 'dept_lead', from: 'Yes', to: 'No' },
  ]);
  expect(await upload('orgA', file)).toEqual(counts(0, 1, 0));
  expect(await userOf('audA')).toMatchObject({ role_id: 4, dept_lead: false });
});

test('UPDATE-1 the own profile changes as by hand, and a stored text that would now be refused is no change', async () => {
  await platform.db
    .updateTable('ent_usr')
    .set({ lastname: ' Foo www.x ', supervisor: 'unproved' })
    .where('email', '=', 'auda@a.example')
    .execute();
  const file =
    'email,lastname,supervisor,mobile\nauda@a.example,Foo www.x,unproved,999\norga@a.example,Own,boss@a.example,';
  expect(await upload('orgA', file)).toEqual(counts(0, 2, 0));
  expect(await userOf('audA')).toMatchObject({ lastname: ' Foo www.x ', mobile: '999' });
  expect((await userOf('orgA')).lastname).toBe('Own');
});

test('UPDATE-1 seats are needed for new users only', async () => {
  await platform.db.updateTable('ent_org').set({ user_limit: 5 }).where('id', '=', platform.orgs.A).execute();
  const file = csvOf([rowOf('auda@a.example', { department_name: 'Risk' })]);
  expect(await upload('orgA', file)).toEqual(counts(0, 1, 0));
  const [status, body] = await upload('orgA', csvOf([rowOf('one@a.example')]));
  expect([status, body.code]).toEqual([422, 'USER_LIMIT_REACHED']);
});

test('UPDATE-1 a caller without the rights gets 403, another organisation is 404, and a file of 2,000 rows is updated', async () => {
  const file = 'email,department_name\nauda@a.example,Risk';
  expect((await upload('audA', file))[0]).toBe(403);
  expect((await preview('audA', file))[0]).toBe(403);
  expect((await upload('orgA', file, { org: platform.orgs.B }))[0]).toBe(404);
  expect((await preview('orgA', file, { org: platform.orgs.B }))[0]).toBe(404);
  const people = Array.from({ length: 2_000 }, (_, n) => ({ email: `many${n}@a.example`, department_name: 'InfoSec' }));
  await addUsers(platform.db, platform.orgs.A, people);
  const many = ['email,department_name', ...people.map(({ email }) => `${email},Risk`)].join('\n');
  expect(await upload('orgA', many)).toEqual(counts(0, 2_000, 0));
});

test('UPDATE-5 a platform without extensions has neither call', async () => {
  const specified = await startTestPlatform({ settings: { extensions: false } });
  try {
    const { apiKey: key } = await specified.signIn('orgA');
    const form = formOf({ org_id: specified.orgs.A }, 'email\nauda@a.example');
    for (const call of ['preview_users_file', 'update_users_by_file'])
      expect((await specified.call(`POST /consoles/ext/${call}`, { key, ...form })).statusCode).toBe(404);
  } finally {
    await specified.close();
  }
});
