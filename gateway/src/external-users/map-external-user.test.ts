import { describe, expect, test } from 'vitest';
import {
  goodDetails,
  mapExternalUserDocument,
  mapPaths as paths,
  rejectExternalUserDocument,
} from '../testing/mapping-mutations.ts';
import { mode, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const stub = { id: 9, email: 'stub@new.example', ent_org_id: null, role_id: null, role: null };
const vendor = { id: 77, brandname: 'Vendor & Co' };
const script = (user: object, mapping: object | null) => {
  system.upstream.script(paths.user, { body: { user: { ...stub, ...user } } });
  system.upstream.script(paths.userExists, { body: { mapping } });
  system.upstream.script(paths.update, { body: { user: { ...stub, ...user } } });
  system.upstream.script(paths.answer, { body: {} });
  const row = { user: { ...stub, ...user }, activated: true, updated_at: '2026-03-01T00:00:00Z' };
  for (const path of [paths.users, paths.usersOf])
    system.upstream.script(path, { body: { accepted_pending_user_list: [row] } });
};
const invited = { vendor_id: null, vendor: null, activated: null as boolean | null };
const ofVendor = { ...invited, vendor_id: 77, vendor, customer_id: 1 };
const map = async (user: 'orgA' | 'adm' | 'arc', input: object) => {
  const tab = await system.signIn(user);
  // This query makes the gateway cache the roles of forms.
  await tab.graphql('{ lookups { roles { id } } }');
  system.upstream.requests.length = 0;
  const answer = await tab.graphql(mapExternalUserDocument, { input: { userId: '9', ...input } });
  const sent = system.upstream.requests.map(({ path }) => path).filter((path) => path !== paths.me);
  return { ...answer, sent };
};
const reads = [paths.userExists, paths.user].sort();

test('XUSER-5 REST-21 a user without details gets them; the email stays', async () => {
  script({}, invited);
  const { data, errors, sent } = await map('orgA', { person: goodDetails() });
  const accepting = mode === 'on' ? [] : [...reads, paths.answer];
  expect([errors, sent.slice(0, 2).sort(), sent.slice(2).sort()]).toEqual([
    [],
    reads,
    [paths.update, ...accepting, paths.users].sort(),
  ]);
  expect(system.upstream.sent(paths.update)).toMatchObject([{ method: 'POST' }]);
  expect(system.upstream.sent(paths.update)[0]?.body).toEqual({
    ent_usr: {
      id: 9,
      email: 'stub@new.example',
      firstname: 'Ada',
      lastname: 'Lovelace',
      designation: 'Analyst',
      supervisor: 'adm@a.example',
      department_name: 'Legal',
      country_code: null,
      mobile: null,
      role_id: 5,
      dept_lead: false,
      ent_org_id: system.platform.orgs.A,
    },
  });
  expect(data.mapExternalUser.externalUser).toMatchObject({ id: `${system.platform.orgs.A}:9`, state: 'ACCEPTED' });
});

test.each([
  [
    'REST-36 a user of another organisation',
    { ent_org_id: 77, role_id: 4 },
    ofVendor,
    { vendor_id: 77, customer_id: 1 },
  ],
  ['OPEN-31 a user with details but without organisation', { firstname: 'Bea', role_id: 4 }, invited, null],
])('XUSER-5 %s is accepted as they are', async (_who, user, mapping, parties) => {
  script(user, mapping);
  const { data, errors, sent } = await map('orgA', {});
  const { A } = system.platform.orgs;
  expect([errors, sent.slice(2)]).toEqual([[], [paths.answer, paths.users]]);
  expect(system.upstream.sent(paths.answer)[0]?.body).toEqual({
    user_id: 9,
    ...(parties ?? { vendor_id: A, customer_id: A }),
    activated: true,
  });
  expect(data.mapExternalUser.externalUser.state).toBe('ACCEPTED');
});

test('XUSER-1 XUSER-5 an Architect accepts into another organisation', async () => {
  script({ ent_org_id: 77 }, ofVendor);
  const { errors, sent } = await map('arc', { organisationId: system.platform.orgs.B });
  expect([errors, sent.at(-1)]).toEqual([[], paths.usersOf]);
});

test('XUSER-4 missing or wrong details are INVALID, and nothing is sent', async () => {
  const cases: [string, object, string, string][] = [
    ['no details', {}, 'person', 'required'],
    ['no first name', { person: goodDetails({ firstName: ' ' }) }, 'person.firstName', 'required'],
    ['no designation', { person: goodDetails({ designation: null }) }, 'person.designation', 'required'],
    ['no supervisor', { person: goodDetails({ supervisorEmail: null }) }, 'person.supervisorEmail', 'required'],
    ['no department', { person: goodDetails({ department: null }) }, 'person.department', 'required'],
    ['no role', { person: goodDetails({ roleId: null }) }, 'person.roleId', 'required'],
    ['an unknown role', { person: goodDetails({ roleId: '99' }) }, 'person.roleId', 'is unknown'],
    ['a higher role', { person: goodDetails({ roleId: '1' }) }, 'person.roleId', 'is above your own'],
  ];
  for (const [_what, input, path, message] of cases) {
    script({}, invited);
    const { errors, sent } = await map('orgA', input);
    expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID', fields: [{ path, message }] });
    expect(sent.sort()).toEqual(reads);
  }
});

test('XUSER-5 OPEN-31 details for a user who has them are refused, and the record stays unchanged', async () => {
  script({ ent_org_id: 77 }, ofVendor);
  const { errors, sent } = await map('orgA', { person: goodDetails() });
  expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID', fields: [{ path: 'person' }] });
  expect(sent.sort()).toEqual(reads);
});

test('XUSER-3 XUSER-5 a user who was rejected is not accepted, and nothing is sent', async () => {
  script({ ent_org_id: 77 }, { ...ofVendor, activated: false, status: 'Rejected' });
  const { code, sent } = await map('orgA', {});
  expect([code, sent.sort()]).toEqual(['CONFLICT', reads]);
});

test('XUSER-5 XUSER-7 an acceptance and a rejection that are repeated return the current state, and nothing is sent', async () => {
  script({ ent_org_id: 77 }, { ...ofVendor, activated: true });
  const accepted = await map('orgA', { person: goodDetails() });
  expect([accepted.data.mapExternalUser.externalUser.state, accepted.sent.sort()]).toEqual(['ACCEPTED', reads]);
  script({ ent_org_id: 77 }, { ...ofVendor, activated: false, status: 'Rejected' });
  const tab = await system.signIn('orgA');
  const { data } = await tab.graphql(rejectExternalUserDocument, { userId: '9' });
  expect(data.rejectExternalUser.externalUser.state).toBe('REJECTED');
  expect(system.upstream.sent(paths.answer)).toEqual([]);
});

test.each([
  [paths.answer, { status: 409, body: { message: 'late' } }],
  [paths.answer, { status: 422, body: { message: 'Already mapped' } }],
  [paths.answer, { status: 404, body: {} }],
  [paths.update, { status: 409, body: { message: 'late' } }],
])(
  'XUSER-5 XUSER-7 what %s refuses with %j is done when the user is in the requested state by then',
  async (path, fault) => {
    const isStub = path === paths.update;
    script(isStub ? {} : { ent_org_id: 77 }, isStub ? invited : ofVendor);
    system.upstream.script(path, fault);
    const accepted = await map('orgA', isStub ? { person: goodDetails() } : {});
    expect([accepted.errors, accepted.data.mapExternalUser.externalUser.state]).toEqual([[], 'ACCEPTED']);
    if (isStub) return;
    const tab = await system.signIn('orgA');
    expect((await tab.graphql(rejectExternalUserDocument, { userId: '9' })).code).toBe(
      fault.status === 404 ? 'NOT_FOUND' : 'CONFLICT',
    );
    system.upstream.script(paths.users, { body: { accepted_pending_user_list: [] } });
    const { data } = await tab.graphql(rejectExternalUserDocument, { userId: '9' });
    expect(data.rejectExternalUser.externalUser.state).toBe('REJECTED');
  },
);

test('XUSER-3 XUSER-5 a user who was never invited is in no list either, and nothing is sent', async () => {
  script({ ent_org_id: 77 }, null);
  system.upstream.script(paths.users, { body: { accepted_pending_user_list: [] } });
  const { code, sent } = await map('orgA', {});
  expect([code, sent.sort()]).toEqual(['NOT_FOUND', [...reads, paths.users].sort()]);
});

test('XUSER-3 XUSER-5 INVITE-12 a person who is disabled is not accepted, and nothing is sent', async () => {
  script({ ent_org_id: 77, is_disabled: true }, ofVendor);
  const { code, errors, sent } = await map('orgA', {});
  expect([code, errors[0]?.message, sent.sort()]).toEqual(['CONFLICT', 'Invited User is inactive', reads]);
});

describe('XUSER-5 OPEN-31 a person without an account in the words of another product API', () => {
  test.each<[string, object, object | null]>([
    ['no mapping is reported', {}, null],
    [
      'the vendor is the inviting organisation',
      { ent_org_id: 1 },
      { ...invited, vendor_id: 1, vendor: { id: 1, brandname: 'A' } },
    ],
    ['a role is given, and no name', { role_id: 5 }, invited],
  ])('gets their details although %s', async (_what, user, mapping) => {
    script(user, mapping);
    if (mapping === null)
      system.upstream.script(paths.users, {
        body: { accepted_pending_user_list: [{ user: { id: 9, email: 'stub@new.example' }, activated: null }] },
      });
    expect(system.platform.orgs.A).toBe(1);
    const { errors } = await map('orgA', { person: goodDetails() });
    expect([errors, system.upstream.sent(paths.update).length]).toEqual([[], 1]);
  });
});

test('XUSER-5 REST-36 where the details alone do not accept a person, they are accepted by the call for it', async () => {
  script({}, invited);
  const { errors, sent } = await map('orgA', { person: goodDetails() });
  const accepting = sent.filter((path) => path === paths.update || path === paths.answer);
  // Our platform accepts an external user together with their details.
  expect([errors, accepting]).toEqual([[], mode === 'on' ? [paths.update] : [paths.update, paths.answer]]);
});

test.each([
  [paths.update, { status: 422, body: { message: 'User Limit Reached' } }, 'USER_LIMIT_REACHED', []],
  [
    paths.update,
    { status: 422, body: { errors: { firstname: ['is odd'] } } },
    'INVALID',
    [{ path: 'person.firstName', message: 'is odd' }],
  ],
  [paths.answer, { status: 422, body: { message: 'no' } }, 'CONFLICT', []],
  [paths.answer, { status: 409, body: {} }, 'CONFLICT', []],
])('XUSER-5 the refusal of %s (%j) is %s', async (path, fault, code, fields) => {
  const isStub = path === paths.update;
  script(isStub ? {} : { ent_org_id: 77 }, isStub ? invited : ofVendor);
  system.upstream.script(path, fault);
  system.upstream.script(paths.users, { body: { accepted_pending_user_list: [] } });
  const { errors } = await map('orgA', isStub ? { person: goodDetails() } : {});
  expect(errors[0]?.extensions).toMatchObject({ code, fields });
  expect(system.upstream.sent(path)).toHaveLength(1);
});

test('GQL-6 the mutation succeeds when the list cannot be read again, with null and no error', async () => {
  script({ ent_org_id: 77 }, ofVendor);
  system.upstream.script(paths.users, { status: 500, body: {} });
  const { data, errors } = await map('orgA', {});
  expect([data, errors]).toEqual([{ mapExternalUser: { externalUser: null } }, []]);
});
