import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import type { UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const record = {
  firstname: 'Maya',
  lastname: 'Rao',
  designation: 'Analyst',
  supervisor: 'lead@a.example',
  department_name: 'Finance',
  country_code: '+44',
  mobile: '98 200-11223',
};

async function update(user: UserName, ent_usr: object) {
  const { apiKey } = await platform.signIn(user);
  return platform.call('POST /consoles/update_org_user', { key: apiKey, body: { ent_usr } });
}
const own = (user: UserName, more: object = {}) => update(user, { id: platform.users[user].id, ...record, ...more });
const rowOf = (user: UserName) =>
  platform.db.selectFrom('ent_usr').selectAll().where('id', '=', platform.users[user].id).executeTakeFirstOrThrow();
const errorsOf = async (more: object) => {
  const answer = await own('orgA', more);
  return [answer.statusCode, answer.json().errors];
};

test.each(['adm', 'arc', 'orgA', 'assA', 'audA', 'nowhere'] as const)(
  'REST-21 PROFILE-5 PROFILE-6 %s updates their own record and gets it',
  async (user) => {
    platform.moveClock(minuteMs);
    const answer = await own(user);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().user).toMatchObject({ ...record, updated_at: platform.now().toISOString() });
    expect(await rowOf(user)).toMatchObject({ ...record, updated_at: platform.now() });
  },
);

test('CASES-29 OPEN-17 a change of the caller’s own role is ignored and audited', async () => {
  expect((await own('orgA', { role_id: 2 })).json().user.role_id).toBe(3);
  await own('orgA', { role_id: '3' });
  const tries = await platform.auditEntries('access:refuse');
  expect(tries).toMatchObject([
    { ent_usr_id: platform.users.orgA.id, target_id: String(platform.users.orgA.id), after: { reason: 'oneself' } },
  ]);
});

test('CASES-30 PROFILE-4 OPEN-17 fields that users may not set of themselves are ignored, also with the id as a text', async () => {
  await platform.signIn('orgA');
  const before = await rowOf('orgA');
  const answer = await own('orgA', {
    id: String(platform.users.orgA.id),
    email: 'new@x.io',
    role_id: 1,
    dept_lead: true,
    ent_org_id: platform.orgs.B,
    is_disabled: true,
    api_key: 'k',
    password: 'Passw0rd!z',
    password_hash: 'k',
    created_at: '2000-01-01',
    updated_at: '2000-01-01',
    supervisor_set_by: platform.users.adm.id,
  });
  expect(answer.statusCode).toBe(200);
  const setter = { supervisor_set_by: platform.users.orgA.id, supervisor_set_at: platform.now() };
  const folded_text = 'maya rao\norga@a.example\nfinance';
  expect(await rowOf('orgA')).toEqual({ ...before, ...record, ...setter, folded_text, updated_at: platform.now() });
});

test('PROFILE-3 REST-21 a required field that is null or blank is reported by its name, and one that is missing stays', async () => {
  const fields = ['firstname', 'lastname', 'designation', 'supervisor', 'department_name'];
  const required = Object.fromEntries(fields.map((field) => [field, ['required']]));
  for (const nothing of [null, '', ' \t'])
    expect(await errorsOf(Object.fromEntries(fields.map((field) => [field, nothing])))).toEqual([422, required]);
  const missing = Object.fromEntries(fields.map((field) => [field, undefined]));
  expect((await own('orgA', { ...missing, mobile: '1' })).statusCode).toBe(200);
  expect(await rowOf('orgA')).toMatchObject({ firstname: 'orgA', mobile: '1' });
});

test.each([
  ['firstname', 50],
  ['lastname', 50],
  ['designation', 100],
  ['department_name', 100],
] as const)('OPEN-62 %s has at most %i characters', async (field, max) => {
  expect((await own('orgA', { [field]: 'x'.repeat(max) })).statusCode).toBe(200);
  expect(await errorsOf({ [field]: 'x'.repeat(max + 1) })).toEqual([
    422,
    { [field]: [`must have at most ${max} characters`] },
  ]);
});

test('PROFILE-3 the supervisor is an email address', async () => {
  for (const supervisor of ['unknown', 'a@b', 'a b@c.example', 'a@b.example,c@d.example'])
    expect(await errorsOf({ supervisor })).toEqual([422, { supervisor: ['must be an email address'] }]);
});

test('PROFILE-3 country code and mobile may be left out or cleared; an invalid one is refused', async () => {
  expect((await own('orgA', { country_code: null, mobile: '' })).json().user).toMatchObject({
    country_code: null,
    mobile: null,
  });
  for (const country_code of ['44', 'India'])
    expect(await errorsOf({ country_code })).toEqual([422, { country_code: ['must be a dialling code such as +91'] }]);
  expect(await errorsOf({ country_code: '+9999' })).toEqual([422, { country_code: ['must be a dialling code'] }]);
  for (const mobile of ['abc', '+91 98', ' - ', '٩٨٢'])
    expect(await errorsOf({ mobile })).toEqual([422, { mobile: ['must contain only digits, spaces and hyphens'] }]);
  expect(await errorsOf({ mobile: '98\n20' })).toEqual([422, { mobile: ['must not contain line breaks'] }]);
  expect(await errorsOf({ mobile: '1'.repeat(21) })).toEqual([422, { mobile: ['must have at most 20 characters'] }]);
  expect(await errorsOf({ mobile: 7 })).toEqual([422, { mobile: ['must be a text'] }]);
});

test('REST-21 surrounding blanks are trimmed', async () => {
  expect((await own('orgA', { firstname: '  Maya ' })).json().user.firstname).toBe('Maya');
});

test('REST-21 changed fields are audited with both values, and an unchanged record is not', async () => {
  await own('orgA', { lastname: 'Fixture' });
  const audited = () => platform.auditEntries('users:edit');
  const { lastname: _same, ...changed } = record;
  expect(await audited()).toMatchObject([
    { ent_usr_id: platform.users.orgA.id, target_id: String(platform.users.orgA.id), before: { firstname: 'orgA' } },
  ]);
  expect((await audited())[0]?.after).toEqual(changed);
  const { updated_at } = await rowOf('orgA');
  platform.moveClock(minuteMs);
  await own('orgA', { lastname: 'Fixture' });
  expect(await audited()).toHaveLength(1);
  expect((await rowOf('orgA')).updated_at).toEqual(updated_at);
});

test('REST-21 the id selects the user, and it is required', async () => {
  const answer = await update('orgA', record);
  expect([answer.statusCode, answer.json()]).toEqual([
    422,
    { errors: { id: ['required'] }, codes: { id: ['REQUIRED'] } },
  ]);
});
