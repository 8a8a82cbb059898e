import { refusalTexts } from '@console/contract/rules';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import type { UserName } from '../testing/fixtures.ts';
import { csvOf, formOf, rowOf } from '../testing/forms.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey, addUsers } from '../testing/users.ts';

const platform = useTestPlatform();

const uploadAs = async (user: UserName, file: string | Buffer, org = platform.orgs.A) =>
  platform.call('POST /consoles/bulk_user_upload', {
    key: (await platform.signIn(user)).apiKey,
    ...formOf({ org_id: org }, file),
  });
const said = async (answer: ReturnType<typeof uploadAs>) => [(await answer).statusCode, (await answer).json()];
const countOf = async () => (await platform.db.selectFrom('ent_usr').select('id').execute()).length;
const limit = (user_limit: number) =>
  platform.db.updateTable('ent_org').set({ user_limit }).where('id', '=', platform.orgs.A).execute();
const emails = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `new${n + from}@a.example`);

test.each(['adm', 'arc', 'orgA', 'assA'] as const)(
  'REST-23 BULK-2 BULK-6 %s uploads users, who are returned in file order and come first in the list',
  async (user) => {
    platform.moveClock(minuteMs);
    const rows = [
      rowOf('Zoe@a.example', { dept_lead: 'yes', mobile: '' }),
      rowOf('adam@a.example', { role: 'assessor', country_code: '' }),
    ];
    const answer = await uploadAs(user, csvOf(rows));
    const { users } = answer.json();
    const at = platform.now().toISOString();
    const common = { ent_org_id: platform.orgs.A, is_disabled: false, created_at: at, updated_at: at };
    expect([answer.statusCode, users]).toEqual([
      200,
      [
        expect.objectContaining({ ...common, email: 'zoe@a.example', role_id: 5, dept_lead: true, mobile: null }),
        expect.objectContaining({ ...common, email: 'adam@a.example', role_id: 4, country_code: '+91' }),
      ],
    ]);
    const { apiKey } = await platform.signIn('adm');
    const list = await platform.call(`GET /consoles/active_user_list?org_id=${platform.orgs.A}&limit=2`, {
      key: apiKey,
    });
    expect(new Set(list.json().active_users.map(({ id }: { id: number }) => id))).toEqual(
      new Set(users.map(({ id }: { id: number }) => id)),
    );
  },
);

test('BULK-1 REST-23 an Administrator uploads into every organisation, with an integration key too', async () => {
  expect((await uploadAs('adm', csvOf([rowOf('x@b.example')]), platform.orgs.B)).statusCode).toBe(200);
  const key = await addIntegrationKey(platform.db, platform.users.arc.id);
  const form = formOf({ org_id: platform.orgs.B }, csvOf([rowOf('y@b.example')]));
  const answer = await platform.call('POST /consoles/bulk_user_upload', { key, ...form });
  expect(answer.json().users).toMatchObject([{ email: 'y@b.example', ent_org_id: platform.orgs.B }]);
});

test('USER-37 SECURITY-T21 every uploaded user is mailed a link of their own and audited, without secrets', async () => {
  const { users } = (await uploadAs('orgA', csvOf(emails(3).map((email) => rowOf(email))))).json();
  const mails = await platform.db.selectFrom('mail').selectAll().orderBy('id').execute();
  expect(mails.map(({ recipient }) => recipient)).toEqual(emails(3));
  const tokens = mails.map(({ body_text }) => /reset_password_token=([\w-]+)/.exec(body_text ?? '')?.[1]);
  for (const [place, reset_password_token] of tokens.entries()) {
    const seen = await platform.call('POST /consoles/user_by_reset_pwd', { body: { reset_password_token } });
    expect(seen.json()).toMatchObject({ kind: 'invitation', user: { id: users[place].id } });
  }
  const entries = await platform.auditEntries('users:upload');
  expect(entries).toMatchObject(
    users.map(({ id, email }: { id: number; email: string }) => ({
      ent_usr_id: platform.users.orgA.id,
      target_id: String(id),
      after: { email, ent_org_id: platform.orgs.A },
    })),
  );
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${tokens.join('|')}|password`));
});

test('BULK-7 OPEN-27 CASES-53 all problems of all rows are reported by row and column, and no user is created', async () => {
  const before = await countOf();
  const rows = [
    rowOf('good@a.example'),
    rowOf('OrgB@b.example'),
    rowOf('unknown', { lastname: '', country_code: '+9999' }),
    'only,two',
    rowOf('good@a.example', { mobile: 'call me' }),
    rowOf('orga@a.example', { country_code: 'x' }),
  ];
  expect(await said(uploadAs('orgA', csvOf(rows)))).toEqual([
    422,
    {
      errors: {
        'row 3': ['email is taken'],
        'row 4': ['lastname required', 'email must be an email address', 'country_code must be a dialling code'],
        'row 5': ['has 2 cells instead of 10'],
        'row 6': ['mobile must contain only digits, spaces and hyphens', 'email is already in row 2'],
        'row 7': ['country_code must be a dialling code such as +91', 'email is taken'],
      },
      codes: {
        'row 3': ['TAKEN'],
        'row 4': ['REQUIRED', 'FORMAT', 'FORMAT'],
        'row 5': ['OTHER'],
        'row 6': ['FORMAT', 'TAKEN'],
        'row 7': ['FORMAT', 'TAKEN'],
      },
    },
  ]);
  expect([await countOf(), await platform.db.selectFrom('mail').selectAll().execute()]).toEqual([before, []]);
});

test('BULK-9 CASES-29 a role above the uploader’s is a problem of its row, and audited', async () => {
  const rows = [rowOf('a@a.example', { role: 'Organiser' }), rowOf('b@a.example', { role: 'Architect' })];
  expect(await said(uploadAs('orgA', csvOf(rows)))).toEqual([
    422,
    { errors: { 'row 3': ['role is above your own'] }, codes: { 'row 3': ['NOT_ALLOWED'] } },
  ]);
  expect(await platform.auditEntries('access:refuse')).toMatchObject([
    { ent_usr_id: platform.users.orgA.id, after: { action: 'users:upload', reason: 'level' } },
  ]);
  expect((await uploadAs('adm', csvOf(rows))).statusCode).toBe(200);
});

test('BULK-8 CASES-54 a file with too many rows for the limit is refused completely', async () => {
  await limit(10);
  await addUsers(platform.db, platform.orgs.A, [{}, {}, {}]);
  const before = await countOf();
  const refusal = [422, { message: 'User Limit Reached', code: 'USER_LIMIT_REACHED' }];
  expect(await said(uploadAs('orgA', csvOf(emails(5).map((email) => rowOf(email)))))).toEqual(refusal);
  expect(await said(uploadAs('orgA', csvOf(emails(3).map((email) => rowOf(email)))))).toEqual(refusal);
  expect(await countOf()).toBe(before);
  expect((await uploadAs('orgA', csvOf(emails(2).map((email) => rowOf(email))))).statusCode).toBe(200);
});

test('REST-23 two rows with one senior designation, or a taken one, are problems of their rows', async () => {
  const ceo = { designation: 'CEO' };
  const rows = [rowOf('a@a.example', ceo), rowOf('b@a.example'), rowOf('c@a.example', ceo)];
  const [status, { errors }] = await said(uploadAs('orgA', csvOf(rows)));
  expect([status, Object.values(errors)]).toEqual([422, [['designation is held by another user']]]);
  expect(await countOf()).toBe(12);
});

test('REST-23 a disabled organisation accepts no users', async () => {
  const good = csvOf([rowOf('x@a.example')]);
  expect(await said(uploadAs('adm', good, platform.orgs.D))).toEqual([
    422,
    { message: refusalTexts.organisationDisabled },
  ]);
});

test('OPEN-24 rows outside the organisation’s domains are problems if configured', async () => {
  const strict = await startTestPlatform({ settings: { enforceEmailDomain: true } });
  await strict.db.updateTable('ent_org').set({ email_domain: 'a.example' }).execute();
  const form = formOf({ org_id: strict.orgs.A }, csvOf([rowOf('x@a.example'), rowOf('x@evil.example')]));
  const { apiKey } = await strict.signIn('orgA');
  const answer = await strict.call('POST /consoles/bulk_user_upload', { key: apiKey, ...form });
  expect(answer.json()).toEqual({
    errors: { 'row 3': ['email is outside the organisation’s email domains'] },
    codes: { 'row 3': ['OTHER'] },
  });
  await strict.close();
});

const many = (count: number) =>
  Array.from({ length: count }, (_, n) => rowOf(`many${n}@a.example`, { firstname: `M${n}` }));

test('REST-23 RELIABILITY-F20 5,000 rows are one transaction, and a mail each', async () => {
  const answer = await uploadAs('orgA', csvOf(many(5_000)));
  expect([answer.statusCode, answer.json().users.length]).toEqual([200, 5_000]);
  const count = async (table: 'user_token' | 'mail' | 'audit_entry') =>
    (await platform.db.selectFrom(table).select('id').execute()).length;
  expect([await countOf(), await count('user_token'), await count('mail')]).toEqual([5_012, 5_000, 5_000]);
});

test('REST-23 OTP-12 with a mail server all users of the file have a mail and a job, or none', async () => {
  const mailing = await startTestPlatform({ settings: { smtpUrl: 'smtp://127.0.0.1:1' } });
  const { apiKey } = await mailing.signIn('orgA');
  const upload = (rows: string[]) =>
    mailing.call('POST /consoles/bulk_user_upload', {
      key: apiKey,
      ...formOf({ org_id: mailing.orgs.A }, csvOf(rows)),
    });
  const counts = async () =>
    (
      await sql`select (select count(*) from mail) as mails,
        (select count(*) from pgboss.job where name = 'mail') as jobs`.execute(mailing.db)
    ).rows;
  expect((await upload([...many(2_500), rowOf('unknown')])).statusCode).toBe(422);
  expect(await counts()).toEqual([{ mails: 0, jobs: 0 }]);
  expect((await upload(many(2_500))).statusCode).toBe(200);
  expect(await counts()).toEqual([{ mails: 2_500, jobs: 2_500 }]);
  await mailing.close();
});

test('CASES-53 a problem in row 4,999 creates no user; 5,000 problems are all reported', async () => {
  const rows = many(5_000);
  rows[4_997] = rowOf('unknown');
  expect(await said(uploadAs('orgA', csvOf(rows)))).toEqual([
    422,
    { errors: { 'row 4999': ['email must be an email address'] }, codes: { 'row 4999': ['FORMAT'] } },
  ]);
  const [, { errors }] = await said(uploadAs('orgA', csvOf(many(5_000).map((row) => row.replace('lead@', 'lead')))));
  expect(Object.keys(errors)).toHaveLength(5_000);
  expect(await countOf()).toBe(12);
});
