import { expect, test } from 'vitest';
import { inviteExternalUserDocument, mapPaths as paths } from '../testing/mapping-mutations.ts';
import { useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const vendor = { id: 77, brandname: 'Vendor & Co' };
const person = { id: 9, is_disabled: false };
const script = (user: object | null, mapping: unknown = null, org: object | null = user && vendor) => {
  system.upstream.script(paths.who, { body: { org, user } });
  system.upstream.script(paths.userExists, { body: { mapped_org: {}, mapping } });
  system.upstream.script(paths.inviteInto, { body: {} });
  const row = { user: { id: 9, email: 'who@vendor.example' }, home_org: org, activated: null };
  for (const path of [paths.users, paths.usersOf])
    system.upstream.script(path, {
      body: { accepted_pending_user_list: [{ ...row, user: { id: 1, email: 'x@y.z' } }, row] },
    });
};
const invite = async (user: 'orgA' | 'adm' | 'assA', variables: object = {}) => {
  const tab = await system.signIn(user);
  system.upstream.requests.length = 0;
  const answer = await tab.graphql(inviteExternalUserDocument, { email: ' Who@Vendor.example ', ...variables });
  const sent = system.upstream.requests.map(({ path }) => path).filter((path) => path !== paths.me);
  return { ...answer, sent, came: answer.data?.inviteExternalUser };
};

test.each<[string, object | null, unknown, string, string, string[]]>([
  [
    'INVITE-16 an unknown email',
    null,
    null,
    'INVITED',
    'Invited User Not Exist, Create User Invitation has been sent',
    [paths.who, paths.inviteInto, paths.users],
  ],
  [
    'INVITE-15 a user without mapping',
    person,
    null,
    'REQUESTED',
    'Request submitted!',
    [paths.who, paths.userExists, paths.inviteInto, paths.users],
  ],
  [
    'OPEN-43 a rejected user',
    person,
    { id: 3, activated: false, status: 'Rejected' },
    'REQUESTED',
    'Request submitted!',
    [paths.who, paths.userExists, paths.inviteInto, paths.users],
  ],
  [
    'INVITE-12 an inactive user',
    { ...person, is_disabled: true },
    null,
    'INACTIVE',
    'Invited User is inactive',
    [paths.who],
  ],
  [
    'INVITE-13 an accepted user',
    person,
    { id: 3, activated: true },
    'ALREADY_MAPPED',
    'User is already Mapped !',
    [paths.who, paths.userExists],
  ],
  [
    'INVITE-14 a user invited before',
    person,
    { id: 3, activated: null },
    'PENDING',
    'User Mapping pending',
    [paths.who, paths.userExists],
  ],
])('%s: MSG-20 the state and its text, by these calls', async (_what, user, mapping, state, message, calls) => {
  script(user, mapping);
  const { came, errors, sent } = await invite('orgA');
  expect([errors, sent]).toEqual([[], calls]);
  expect(came).toMatchObject({ state, message });
  const isNew = state === 'REQUESTED' || state === 'INVITED';
  expect(came.externalUser?.user.id ?? null).toBe(isNew ? '9' : null);
});

test('INVITE-11 INVITE-15 INVITE-17 REST-15 REST-30 an Assessor invites with modules', async () => {
  script(person);
  const { errors } = await invite('assA', { modules: ['auditor'] });
  expect(errors).toEqual([]);
  const { A } = system.platform.orgs;
  expect(system.upstream.sent(paths.userExists)[0]?.body).toEqual({ ent_usr_id: 9, mapped_org_id: A });
  expect(system.upstream.sent(paths.inviteInto)).toMatchObject([
    { method: 'POST', body: { user: { email: 'Who@Vendor.example', modules: ['auditor'] }, ext_org_id: A } },
  ]);
});

test('INVITE-11 REST-15 an Administrator invites into another organisation; no modules are left out', async () => {
  script(null);
  const { B } = system.platform.orgs;
  const { came, sent } = await invite('adm', { organisationId: B, modules: [] });
  expect([came.externalUser.id, sent.at(-1)]).toEqual([`${B}:9`, paths.usersOf]);
  expect(system.upstream.sent(paths.inviteInto)[0]?.body).toEqual({
    user: { email: 'Who@Vendor.example' },
    ext_org_id: B,
  });
});

test('INVITE-9 an email of the inviting organisation itself is INVALID, and nothing is sent', async () => {
  script(person, null, { id: system.platform.orgs.A, brandname: 'Organisation A' });
  const { errors, sent } = await invite('orgA');
  expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID', fields: [{ path: 'email' }] });
  expect(sent).toEqual([paths.who]);
});

test('INVITE-3 INVITE-11 an email is required, and more modules than any list holds are refused', async () => {
  const wrong: [object, string][] = [
    [{ email: ' ' }, 'email'],
    [{ email: 'unknown' }, 'email'],
    [{ modules: Array(101).fill('x') }, 'modules'],
  ];
  for (const [variables, path] of wrong) {
    const { errors, sent } = await invite('orgA', variables);
    expect([errors[0]?.extensions.code, errors[0]?.extensions.fields[0]?.path, sent]).toEqual(['INVALID', path, []]);
  }
});

test.each([
  [{ status: 422, body: { message: 'Invited User is inactive' } }, 'INACTIVE'],
  [{ status: 409, body: { message: 'User is already Mapped !' } }, 'ALREADY_MAPPED'],
  [{ status: 422, body: { message: 'User Mapping pending' } }, 'PENDING'],
])(
  'INVITE-12 INVITE-13 INVITE-14 what the product API refuses in the words of the specification (%j) is %s',
  async (fault, state) => {
    script(person);
    system.upstream.script(paths.inviteInto, fault);
    const { came, errors } = await invite('orgA');
    expect([came.state, came.externalUser, errors]).toEqual([state, null, []]);
  },
);

test('INVITE-14 REST-15 after a concurrent invitation the mapping is read again', async () => {
  script(person);
  system.upstream.script(
    paths.userExists,
    { body: { mapping: null }, times: 1 },
    { body: { mapping: { id: 3, activated: null } } },
  );
  system.upstream.script(paths.inviteInto, { status: 409, body: {} });
  expect((await invite('orgA')).came.state).toBe('PENDING');
});

test('REST-15 a refusal names the field of the input, and the call is sent once', async () => {
  script(person);
  system.upstream.script(paths.inviteInto, { status: 422, body: { errors: { 'user.email': ['is odd'] } } });
  const { errors } = await invite('orgA');
  const fields = [{ path: 'email', code: 'OTHER', message: 'is odd' }];
  expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID', fields });
  expect(system.upstream.sent(paths.inviteInto)).toHaveLength(1);
});

test('GQL-6 the mutation succeeds when the list cannot be read again, with null and no error', async () => {
  script(person);
  system.upstream.script(paths.users, { status: 500, body: {} });
  const { came, errors } = await invite('orgA');
  expect([came.state, came.externalUser, errors]).toEqual(['REQUESTED', null, []]);
});
