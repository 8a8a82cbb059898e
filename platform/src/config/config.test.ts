import { expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { newUser, withoutSettings } from '../testing/forms.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const config = { notification_frequency: 'Weekly', otp_required: false, user_limit: -1 };
const save = async (more: object, org_id = platform.orgs.A, user: UserName = 'adm', passcode?: string) => {
  const { apiKey } = await platform.signIn(user);
  return platform.call('POST /consoles/update_config', {
    key: apiKey,
    body: { org_id, config: { ...config, ...more }, passcode },
  });
};
const mailPasscode = async (org_id = platform.orgs.A, user: UserName = 'adm') => {
  const { apiKey: key } = await platform.signIn(user);
  const { statusCode } = await platform.call('POST /consoles/ext/send_config_passcode', { key, body: { org_id } });
  expect(statusCode).toBe(200);
  return platform.passcode(user);
};
const detail = async (id: number) => {
  const { apiKey } = await platform.signIn('adm');
  return (await platform.call(`GET /consoles/org_detail?org_id=${id}`, { key: apiKey })).json().org;
};
const audits = () => platform.auditEntries('config:edit');

test('REST-52 CONF-2 ENT-8 every signed-in user can list the frequencies', async () => {
  const path = 'GET /tasks/notification_frequency_list';
  const { apiKey } = await platform.signIn('audA');
  const answer = await platform.call(path, { key: apiKey });
  const labels = ['Daily', 'Weekly', 'Fortnightly', 'Monthly'];
  expect(answer.json()).toEqual({ noti_frequency_list: labels.map((label) => ({ id: label, label })) });
  expect((await platform.call(path)).statusCode).toBe(401);
});

test.each(['adm', 'arc'] as const)(
  'REST-53 CONF-1 CONF-5 ENT-8 %s saves the configuration of any organisation and gets the organisation',
  async (user) => {
    const { B } = platform.orgs;
    platform.moveClock(1_000);
    const given = { notification_frequency: 'Monthly', otp_required: true, user_limit: 7 };
    const answer = await save(given, B, user, await mailPasscode(B, user));
    const { ent_org } = answer.json();
    const stored = { ...given, time_zone: 'UTC' };
    expect([answer.statusCode, ent_org.config, ent_org.user_limit, ent_org.user_limit_text]).toEqual([
      200,
      stored,
      7,
      '7',
    ]);
    expect(ent_org).toEqual(withoutSettings(await detail(B)));
    expect(ent_org).toMatchObject({ id: B, brandname: 'Organisation B', updated_at: platform.now().toISOString() });
    expect((await detail(platform.orgs.A)).config).toEqual({
      ...config,
      notification_frequency: null,
      time_zone: 'UTC',
    });
  },
);

test.each([
  [7, 7],
  ['7', 7],
  [999_999_999, 999_999_999],
  [-1, -1],
  ['-1', -1],
  [null, -1],
])('REST-53 CONF-3 OPEN-47 a limit of %j is stored as %j', async (user_limit, taken) => {
  await save({ user_limit: 50 });
  const answer = await save({ user_limit });
  expect([answer.statusCode, answer.json().ent_org?.config.user_limit]).toEqual([200, taken]);
});

test.each([0, -2, 1.5, 1e10, '0', '01', '', ' ', '5 ', '1e3', '5.0', '+5', '-2', 'many', 'null', '9'.repeat(10)])(
  'REST-53 CONF-3 OPEN-47 SECURITY-3.13 a limit of %j is refused with its field, and never means no limit',
  async (user_limit) => {
    await save({ user_limit: 50 });
    const answer = await save({ user_limit, notification_frequency: 'Daily' });
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      { errors: { user_limit: ['must be a positive whole number'] }, codes: { user_limit: ['FORMAT'] } },
    ]);
    expect((await detail(platform.orgs.A)).config).toEqual({ ...config, user_limit: 50, time_zone: 'UTC' });
  },
);

test('REST-53 CONF-2 an unknown frequency and values of the wrong type are refused by field', async () => {
  const unknown = await save({ notification_frequency: 'Hourly', user_limit: 0 });
  expect([unknown.statusCode, unknown.json()]).toEqual([
    422,
    {
      errors: {
        notification_frequency: ['must be one of Daily, Weekly, Fortnightly, Monthly'],
        user_limit: ['must be a positive whole number'],
      },
      codes: {
        notification_frequency: ['UNKNOWN'],
        user_limit: ['FORMAT'],
      },
    },
  ]);
  const wrong = await save({ otp_required: 'yes', notification_frequency: null, user_limit: true });
  expect([wrong.statusCode, Object.keys(wrong.json().errors).toSorted()]).toEqual([
    422,
    ['notification_frequency', 'otp_required', 'user_limit'],
  ]);
  expect(await audits()).toEqual([]);
});

test('REST-53 CONF-4 a limit below the number of active users is refused, an equal one is not; external users do not count', async () => {
  const { A } = platform.orgs;
  // Five active members, one inactive, and a user of another organisation.
  const mapping = { ent_usr_id: platform.users.orgB.id, mapped_org_id: A, activated: true };
  await platform.db
    .insertInto('user_mapping')
    .values({ ...mapping, created_at: platform.now(), updated_at: platform.now() })
    .execute();
  const refused = await save({ user_limit: 4, otp_required: true });
  expect([refused.statusCode, refused.json()]).toEqual([
    422,
    { message: 'Update User Limit', code: 'USER_LIMIT_TOO_LOW' },
  ]);
  expect([(await detail(A)).config.otp_required, await audits()]).toEqual([false, []]);
  expect((await save({ user_limit: 5 })).statusCode).toBe(200);
  const { apiKey: key } = await platform.signIn('orgA');
  const create = (email: string) =>
    platform.call('POST /consoles/create_org_user', { key, body: { ent_usr: newUser(email) } });
  expect((await create('one@a.example')).json().code).toBe('USER_LIMIT_REACHED');
  await save({ user_limit: 6 });
  expect((await create('one@a.example')).statusCode).toBe(200);
});

test('REST-53 CONF-5 requiring passcodes ends no session and applies to the next sign-in', async () => {
  const { apiKey: key } = await platform.signIn('assA');
  await save({ otp_required: true }, platform.orgs.A, 'adm', await mailPasscode());
  const modules = await platform.call('GET /consoles/subscribed_grc_modules', { key });
  expect(modules.statusCode).toBe(200);
  const asked = await platform.login('assA');
  expect([asked.statusCode, asked.json().message]).toEqual([422, 'OTP_REQUIRED']);
});

test('REST-53 SECURITY-T17 the changed fields are audited and nothing else; an unchanged configuration writes nothing', async () => {
  const { A } = platform.orgs;
  await save({ user_limit: 9 });
  const { updated_at } = await detail(A);
  platform.moveClock(1_000);
  await save({ user_limit: '9' });
  expect((await detail(A)).updated_at).toBe(updated_at);
  await save({ user_limit: null });
  const entries = await audits();
  expect(entries.map(({ before, after }) => [before, after])).toEqual([
    [
      { notification_frequency: null, user_limit: null },
      { notification_frequency: 'Weekly', user_limit: 9 },
    ],
    [{ user_limit: 9 }, { user_limit: null }],
  ]);
  expect(entries[0]).toMatchObject({ target_type: 'ent_org', target_id: String(A), ent_usr_id: platform.users.adm.id });
});
