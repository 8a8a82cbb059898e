import type { UserName } from '@console/platform/testing/fixtures';
import { expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { updateProfileDocument } from '../testing/documents.ts';
import { useTestSystem } from '../testing/system.ts';
import { goodProfile } from '../testing/user-mutations.ts';

const system = useTestSystem();

const path = '/consoles/update_org_user';
const detail = '/tasks/api_user_detail';
const profile = {
  ...goodProfile,
  firstName: ' Ada ',
  countryCode: '+44',
  mobile: '20 7946-0018',
};
const update = (tab: TestClient, input: object = {}) =>
  tab.graphql(updateProfileDocument, { input: { ...profile, ...input } });
const sent = () => system.upstream.sent(path).map(({ body }) => (body as { ent_usr: object }).ent_usr);

test.each<[UserName, string]>([
  ['adm', 'ADMINISTRATOR'],
  ['orgA', 'ORGANISER'],
  ['audA', 'AUDITEE'],
])(
  'PROFILE-5 PROFILE-6 PROFILE-4 REST-21 %s changes their own record, and what they may not change goes out as it is',
  async (user, role) => {
    const tab = await system.signIn(user);
    const { id, email } = system.platform.users[user];
    const { data, errors } = await update(tab);
    expect(errors).toEqual([]);
    expect(data.updateProfile.user).toEqual({
      ...profile,
      firstName: 'Ada',
      id: String(id),
      email,
      deptLead: false,
      role: { key: role },
    });
    expect(sent()).toEqual([
      {
        id,
        email,
        role_id: expect.any(Number),
        dept_lead: false,
        ent_org_id: system.platform.orgs.A,
        firstname: 'Ada',
        lastname: 'Lovelace',
        designation: 'Analyst',
        supervisor: 'adm@a.example',
        department_name: 'Legal',
        country_code: '+44',
        mobile: '20 7946-0018',
      },
    ]);
    expect(system.upstream.requests.map((call) => call.path).slice(-2)).toEqual([detail, path]);
    expect((await tab.graphql('{ viewer { user { fullName } } }')).data.viewer.user.fullName).toBe('Ada Lovelace');
  },
);

test('PROFILE-3 GQL-5 what is left out stays, and null or a blank empties it', async () => {
  const tab = await system.signIn('orgA');
  await update(tab);
  const kept = await update(tab, { countryCode: undefined, mobile: undefined });
  expect(kept.data.updateProfile.user).toMatchObject({ countryCode: '+44', mobile: expect.any(String) });
  const { data } = await update(tab, { countryCode: null, mobile: ' ' });
  expect(data.updateProfile.user).toMatchObject({ countryCode: null, mobile: null });
  expect(sent().at(-1)).toMatchObject({ country_code: null, mobile: null });
});

test.each([
  ['PROFILE-3 MSG-13', { firstName: '', lastName: ' ' }, ['firstName required', 'lastName required']],
  [
    'PROFILE-3 MSG-13',
    { designation: '', supervisorEmail: '', department: '' },
    ['designation required', 'supervisorEmail required', 'department required'],
  ],
  ['OPEN-62', { firstName: 'x'.repeat(51) }, ['firstName must have at most 50 characters']],
  [
    'OPEN-62',
    { countryCode: '91', mobile: 'call me' },
    ['countryCode must be a dialling code such as +91', 'mobile must contain only digits, spaces and hyphens'],
  ],
  ['OPEN-62', { supervisorEmail: 'boss' }, ['supervisorEmail must be an email address']],
  ['OPEN-62', { mobile: '1'.repeat(21) }, ['mobile must have at most 20 characters']],
])('%s %j is refused and not sent', async (_item, input, lines) => {
  const tab = await system.signIn('orgA');
  const { code, errors } = await update(tab, input);
  expect(code).toBe('INVALID');
  expect(errors[0]?.extensions.fields.map((field) => `${field.path} ${field.message}`)).toEqual(lines);
  expect(sent()).toEqual([]);
});

test('ERR-2 ERR-8 problems that the product API finds have the input’s field names', async () => {
  const tab = await system.signIn('orgA');
  const names = [
    'firstname',
    'ent_usr.lastname',
    'designation',
    'supervisor',
    'department_name',
    'country_code',
    'odd',
  ];
  system.upstream.script(path, {
    status: 422,
    body: { errors: Object.fromEntries(names.map((name) => [name, ['is bad']])) },
  });
  const { errors } = await update(tab);
  expect(errors[0]?.message).toContain('firstname is bad');
  expect(errors[0]?.extensions.fields.map((field) => field.path)).toEqual([
    'firstName',
    'lastName',
    'designation',
    'supervisorEmail',
    'department',
    'countryCode',
    'odd',
  ]);
});

test.each([
  ['no user', {}],
  ['a user without most', { user: { id: 1, email: 'x@y.z' } }],
  ['another user', { user: { id: 424_242, email: 'x@y.z' } }],
])('PROFILE-5 GQL-14 an answer with %s is made good by one read', async (_what, body) => {
  const tab = await system.signIn('orgA');
  system.upstream.script(path, { body });
  system.upstream.requests.length = 0;
  const { data, errors } = await update(tab);
  expect([errors, data.updateProfile.user.email]).toEqual([[], 'orga@a.example']);
  expect(system.upstream.requests.map((call) => call.path)).toEqual([detail, path, detail]);
});

test('PROFILE-5 GQL-13 an anonymous caller is UNAUTHENTICATED', async () => {
  expect((await update(system.client())).code).toBe('UNAUTHENTICATED');
});
