import { calls } from '@console/contract/calls/all';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from './testing/client.ts';
import { passwordResetDocument, resetPasswordDocument } from './testing/documents.ts';
import { acceptDocument, addMapping, externalUsersDocument, mappingsDocument } from './testing/mapping-mutations.ts';
import {
  changeOrganiser,
  createOrganisation,
  goodInput,
  onboardingDocument,
} from './testing/organisation-mutations.ts';
import { password, testWith, useTestSystem } from './testing/system.ts';
import { userMutationDocument } from './testing/user-mutations.ts';

const system = useTestSystem();
let tab: TestClient;
beforeEach(async () => {
  tab = await system.signIn('adm');
});

/** Changes the shape of a call's real response. */
const changed = (call: { path: string }, change: (body: unknown) => unknown) =>
  system.upstream.script(call.path, { real: true, change });
const inside = (body: unknown) => Object.values(Object(body))[0];
const code = ({ errors }: { errors: { extensions: { code: string } }[] }) => errors[0]?.extensions.code;

describe('OPEN-49 a product API that wraps its answers', () => {
  test.each([
    ['in their own names', (name: string) => (body: unknown) => ({ [name]: inside(body) })],
    ['in data', () => (body: unknown) => ({ data: inside(body) })],
    ['in nothing', () => inside],
  ])('ORG-10 USER-1 SSO-1 MAP-2 USER-32 is understood: %s', async (_how, wrap) => {
    changed(calls.orgDetail, wrap('org_detail'));
    changed(calls.getUserDetailById, wrap('get_user_detail_by_id'));
    changed(calls.apiUserDetail, wrap('api_user_detail'));
    changed(calls.getSso, wrap('get_sso'));
    const { orgs, users } = system.platform;
    const own = await tab.graphql(
      '{ viewer { user { email } organisation { brandName users { totalCount } sso { clientId } mappings { totalCount } } } }',
    );
    expect([own.errors, own.data.viewer.organisation.brandName]).toEqual([[], 'Organisation A']);
    const other = await tab.graphql(
      `{ organisation(id: "${orgs.B}") { brandName } user(id: "${users.orgB.id}") { email } }`,
    );
    expect([other.errors, other.data]).toEqual([
      [],
      { organisation: { brandName: 'Organisation B' }, user: { email: users.orgB.email } },
    ]);
  });
});

testWith(
  'off',
  'OPEN-71 a key that only our platform’s organisations have is not read from another API’s',
  async () => {
    const ask = async () => (await tab.graphql('{ viewer { organisation { activeUserCount } } }')).data;
    const counted = await ask();
    changed(calls.orgDetail, (body) =>
      JSON.parse(JSON.stringify(body).replaceAll('"brandname":', '"active_users_count":999,"brandname":')),
    );
    expect(await ask()).toEqual(counted);
  },
);

describe('OPEN-49 a product API that answers null for an empty list', () => {
  test.each([
    [calls.inactiveUserList, 'users(filter: { status: INACTIVE }) { totalCount }', { users: { totalCount: 0 } }],
    [calls.extOrgAccepctedPendingUserList, 'externalUsers { totalCount }', { externalUsers: { totalCount: 0 } }],
    [
      calls.specificOrgDetails,
      'assessments { totalCount } models { title }',
      { assessments: { totalCount: 0 }, models: [] },
    ],
    [calls.orgOrganiserList, 'organiserCandidates { id }', { organiserCandidates: [] }],
    [calls.specificPenAccOrgList, 'mappings { totalCount }', { mappings: { totalCount: 0 } }],
  ])('USER-6 INVITE-18 ASMT-1 MODEL-2 ORG-27 MAP-1 shows %o as an empty one', async (call, fields, expected) => {
    changed(call, (body) => Object.fromEntries(Object.keys(Object(body)).map((key) => [key, null])));
    const { data, errors } = await tab.graphql(`{ organisation(id: "${system.platform.orgs.B}") { ${fields} } }`);
    expect([errors, data.organisation]).toEqual([[], expected]);
  });

  test('MAP-2 INVITE-18 the own organisation’s lists as well', async () => {
    for (const call of [calls.accepctedOrgList, calls.pendingOrgList, calls.accepctedPendingUserList])
      changed(call, (body) => Object.fromEntries(Object.keys(Object(body)).map((key) => [key, null])));
    const id = system.platform.orgs.A;
    const [mappings, people] = [
      await tab.graphql(mappingsDocument(), { id }),
      await tab.graphql(externalUsersDocument(), { id }),
    ];
    expect([mappings.errors, people.errors]).toEqual([[], []]);
    expect([mappings.data.organisation.mappings.totalCount, people.data.organisation.externalUsers.totalCount]).toEqual(
      [0, 0],
    );
  });

  test('USER-12 RESP-5 deactivates a user when there are no responders', async () => {
    for (const call of [calls.conDeptResponders, calls.incDeptResponders, calls.taskDeptResponders])
      system.upstream.script(call.path, { body: { dept_responders: null } });
    const { data, errors } = await tab.graphql(userMutationDocument('deactivateUser'), {
      id: system.platform.users.assA.id,
      currentPassword: password,
    });
    expect([errors, data.deactivateUser.user.status]).toEqual([[], 'INACTIVE']);
  });
});

describe('REST-44 a product API that answers 204 to update_organiser', () => {
  beforeEach(() => system.upstream.script(calls.updateOrganiser.path, { emptied: 204 }));

  test('ORG-27 the change is done, and the organisation is shown as it is then', async () => {
    const { orgs, users } = system.platform;
    const { data, errors } = await changeOrganiser(tab, orgs.B, users.orgB.id);
    expect([errors, data.changeOrganiser.organisation.organiser.id]).toEqual([[], String(users.orgB.id)]);
  });

  test('WIZ-12 WIZ-14 the wizard continues after the organiser, and every person is created', async () => {
    const { data, errors } = await createOrganisation(tab, goodInput('Quiet'));
    expect([errors, data.createOrganisation.failed]).toEqual([[], []]);
    expect(data.createOrganisation.organisation).toMatchObject({ organiser: { email: 'quiet@new.example' } });
    expect(system.upstream.sent(calls.createOrgUser.path)).toHaveLength(3);
  });
});

describe('SPEC-8 a product API that refuses with status 200', () => {
  const refusals = [
    { success: false },
    { success: false, message: 'Not possible' },
    { status: 'error', error: 'Not possible' },
  ];

  test.each(refusals)('MAP-12 an acceptance that is refused by %j is not shown as done', async (body) => {
    const id = await addMapping(system, 'orgB', 'orgA');
    system.upstream.script(calls.activateDeactivate.path, { body });
    const answer = await tab.graphql(acceptDocument, { organisationId: system.platform.orgs.A, id });
    const { data, errors } = answer;
    // In these responses `status` is the state of the request, and an error next to it is a failure.
    expect([data, code(answer), errors[0]?.message]).toEqual([
      null,
      'CONFLICT',
      'message' in body || 'error' in body ? 'Not possible' : 'Request Failed',
    ]);
  });

  test.each(refusals)(
    'ORG-23 USER-11 a wrong password that is refused by %j is the dialog of the specification',
    async (body) => {
      system.upstream.script(calls.validPassword.path, { body });
      const answer = await tab.graphql(userMutationDocument('deactivateUser'), {
        id: system.platform.users.assA.id,
        currentPassword: 'x',
      });
      expect([code(answer), answer.errors[0]?.message]).toEqual(['WRONG_PASSWORD', 'Invalid Credentails']);
    },
  );

  test.each([...refusals, { user: null }, { data: null }])(
    'RESET-5 ONB-2 a token that is refused by %j is invalid',
    async (body) => {
      system.upstream.script(calls.userByResetPwd.path, { body });
      const [reset, onboarding] = [
        await system.client().graphql(passwordResetDocument, { token: 'x' }),
        await system.client().graphql(onboardingDocument, { token: 'x' }),
      ];
      expect([reset.errors, reset.data, onboarding.errors, onboarding.data]).toEqual([
        [],
        { passwordReset: null },
        [],
        { onboarding: null },
      ]);
    },
  );

  test.each(refusals)('RESET-12 a used token that is refused by %j sets no password', async (body) => {
    system.upstream.script(calls.resetPwd.path, { body });
    const fresh = { password: 'Brand-new-passw0rd', passwordConfirmation: 'Brand-new-passw0rd' };
    const answer = await system
      .client()
      .graphql(resetPasswordDocument, { input: { ...fresh, email: 'a@b.example', token: 'x' } });
    expect([answer.data, code(answer)]).toEqual([null, 'TOKEN_INVALID']);
  });

  test.each([
    [{ success: false, message: 'INVALID_CREDENTIALS' }, 'InvalidCredentials'],
    [{ success: false }, 'InvalidCredentials'],
    [{ success: false, message: 'USER_INACTIVE' }, 'UserDisabled'],
    [{ success: false, data: { message: 'Your organisation is inactive' } }, 'OrganisationDisabled'],
    [{ current_ent_usr: null, errors: ['Invalid email or password'] }, 'InvalidCredentials'],
  ])('LOGIN-6 LOGIN-7 LOGIN-8 a sign-in that is refused by %j ends as %s', async (body, outcome) => {
    system.upstream.script(calls.login.path, { body });
    expect((await system.login(system.client(), 'orgA')).data.login.__typename).toBe(outcome);
  });

  test.each([
    [{ success: false, message: 'Login failed for user app: connection refused' }, 422],
    [{ success: false, error: 'Could not connect: Access denied for user app (using password: YES)' }, 200],
    [{ success: false, error: 'Down for maintenance' }, 200],
    [{ success: false, error: "SQLSTATE[42S02]: Table or view not found: Table 'app.user' doesn't exist" }, 200],
    [{ success: false, message: 'Bad gateway: no answer of the user server' }, 200],
  ])(
    'CASES-59 a sign-in that is refused by %j is not a wrong password and counts for no account',
    async (body, status) => {
      const tries = 12;
      system.upstream.script(calls.login.path, { status, body, times: tries });
      for (let count = 0; count < tries; count += 1) {
        const refused = await system.login(system.client(), 'orgA');
        expect([refused.data, code(refused), refused.errors[0]?.message]).toEqual([
          null,
          'UPSTREAM_BAD_RESPONSE',
          'Request Failed',
        ]);
      }
      expect((await system.login(system.client(), 'orgA')).data.login.__typename).toBe('LoginSuccess');
    },
  );

  test.each([
    ['The password you entered is incorrect.', 'InvalidCredentials'],
    ['These credentials do not match our records.', 'InvalidCredentials'],
    ['User not found', 'InvalidCredentials'],
    ['Your account has been suspended', 'UserDisabled'],
    ['The company was deactivated', 'OrganisationDisabled'],
  ])('LOGIN-6 LOGIN-7 LOGIN-8 a sign-in that is refused by %j ends as %s', async (message, outcome) => {
    system.upstream.script(calls.login.path, { body: { success: false, message } });
    expect((await system.login(system.client(), 'orgA')).data.login.__typename).toBe(outcome);
  });

  test('INVITE-7 INVITE-16 an unknown email may be reported by status', async () => {
    system.upstream.script(calls.checkIfOrgUsrExists.path, { body: { success: false, message: 'Not found.' } });
    const { data } = await tab.graphql('{ organisationInvite(email: "who@new.example") { state } }');
    expect(data.organisationInvite.state).toBe('ORGANISATION_UNKNOWN');
  });
});
