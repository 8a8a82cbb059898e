import { calls as specifiedCalls } from '@console/contract/calls/all';
import { extensionCalls } from '@console/contract/calls/extensions';
import { accessMatrix } from '@console/contract/testing/access-matrix';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAssessments } from './testing/assessments.ts';
import type { UserName } from './testing/fixtures.ts';
import { formOf } from './testing/forms.ts';
import { startTestPlatform, type TestPlatform } from './testing/platform.ts';
import { sampledCalls } from './testing/samples.ts';
import { addUsers } from './testing/users.ts';

const calls = { ...specifiedCalls, ...extensionCalls };
type CallName = keyof typeof calls;

let platform: TestPlatform;
/** A user of A who is no caller. */
let other: number | undefined;
/** Assessments of A and of B. */
let assessments: (number | undefined)[];
let webhooks: number[] = [];
beforeAll(async () => {
  platform = await startTestPlatform();
  const role = { role_id: null };
  await platform.db.updateTable('ent_usr').set(role).where('id', '=', platform.users.nowhere.id).execute();
  const kinds = (['continuer', 'investigator', 'arc'] as const).flatMap((kind) =>
    [platform.users.assA.id, platform.users.orgB.id].map((ent_usr_id) => ({ ent_usr_id, kind })),
  );
  await platform.db.insertInto('responder').values(kinds).execute();
  const { A, B } = platform.orgs;
  [other] = await addUsers(platform.db, A, [{ role_id: 5 }]);
  assessments = [...(await addAssessments(platform.db, A, [{}])), ...(await addAssessments(platform.db, B, [{}]))];
  const hook = { url: 'https://hooks.example/', position: 0, created_at: platform.now() };
  const made = platform.db.insertInto('webhook').values([A, B].map((ent_org_id) => ({ ...hook, ent_org_id })));
  webhooks = (await made.returning('id').execute()).map(({ id }) => id);
});
afterAll(() => platform.close());

/** A caller of each role in organisation A, and one without a role. */
const callers = ['adm', 'arc', 'orgA', 'assA', 'audA', 'nowhere'] as const satisfies UserName[];

type Statuses = [own: number, foreign: number, unknown: number];
const all: Statuses = [200, 200, 200];
const every: Statuses = [200, 200, 404];
const own: Statuses = [200, 404, 404];
const none: Statuses = [403, 403, 403];
const unknown: Statuses = [404, 404, 404];

interface Row {
  /** The call, by default that of the row's name. */
  call?: CallName;
  id?: 'org_id' | 'ext_org_id' | 'user_id' | 'asmt_id' | 'key_id' | 'webhook_id';
  statuses: Statuses[];
  /** The body with the id, which is the own one, a foreign one or an unknown one. */
  body?: (id: unknown, target: number) => object;
  /** Whether the body is a multipart form, with an empty file. */
  form?: boolean;
}

/** A valid user form. */
const ent_usr = {
  firstname: 'Maya',
  lastname: 'Rao',
  designation: 'Analyst',
  supervisor: 'lead@a.example',
  department_name: 'HR',
};
const viewers = [every, every, own, own, none, none];

/** How many users were made. */
let made = 0;
/** An empty file is refused as soon as it is read. */
const refusedFile: Statuses = [422, 422, 404];
const ownFile: Statuses = [422, 404, 404];

/** The ids of an organisation and what is in it: the caller's own, a foreign one and an unknown one. */
const targets = () => {
  const { orgs, users } = platform;
  return [
    { organisationId: orgs.A, userId: other, inactiveId: users.disA.id, assessmentId: assessments[0] },
    { organisationId: orgs.B, userId: users.orgB.id, inactiveId: users.orgB.id, assessmentId: assessments[1] },
    { organisationId: 999_999, userId: 999_999, inactiveId: 999_999, assessmentId: 999_999 },
  ];
};
const statusesByScope: Record<string, Statuses> = { a: every, o: own, '-': none };
/** Without reauthentication, a permitted caller is refused at that step. */
const unconfirmed = (statuses: Statuses) => statuses.map((status) => (status === 200 ? 422 : status)) as Statuses;
/** What the matrix says of the calls with a sample; a user without a role may do nothing. */
const sampled = Object.fromEntries(
  sampledCalls.map(({ call, label, action, isConfirmed, bodyFor }): [string, Row] => {
    const statuses = [...(accessMatrix[action] ?? ''), '-'].map((scope) => statusesByScope[scope] ?? none);
    return [
      label,
      {
        call,
        body: (_id, target) => bodyFor(targets()[target] ?? {}),
        statuses: isConfirmed ? statuses.map(unconfirmed) : statuses,
      },
    ];
  }),
);

/** For each call that needs a key: the name of its id, and the expected status of each caller. */
const table: Record<string, Row> = {
  ...sampled,
  activeUserList: { id: 'org_id', statuses: viewers },
  inactiveUserList: { id: 'org_id', statuses: viewers },
  getUserDetailById: { id: 'user_id', statuses: viewers },
  conDeptResponders: { id: 'org_id', statuses: viewers },
  incDeptResponders: { id: 'org_id', statuses: viewers },
  taskDeptResponders: { id: 'org_id', statuses: viewers },
  deptResponders: { id: 'org_id', statuses: viewers },
  userLists: { id: 'org_id', statuses: viewers },
  allUsers: { statuses: [all, all, none, none, none, none] },
  allOrgs: { statuses: [all, all, none, none, none, none] },
  orgDetail: { id: 'org_id', statuses: [every, every, own, own, own, none] },
  // The Assessor asks about themselves.
  userSecurity: { id: 'user_id', statuses: [every, none, own, [200, 403, 403], none, none] },
  userDuties: { id: 'user_id', statuses: [every, every, own, own, none, none] },
  takenEmails: { id: 'org_id', body: (org_id) => ({ org_id, emails: [] }), statuses: viewers },
  endSessions: {
    id: 'user_id',
    body: (user_id) => ({ user_id }),
    statuses: [[422, 422, 404], none, [422, 404, 404], [422, 403, 403], none, none],
  },
  endSession: { body: () => ({ session_id: 999_999 }), statuses: [unknown, none, unknown, none, none, none] },
  resetFactors: {
    body: (user_id) => ({ user_id }),
    id: 'user_id',
    statuses: [[422, 422, 404], none, [422, 404, 404], none, none, none],
  },
  removePasskey: { body: () => ({ passkey_id: 999_999 }), statuses: Array(6).fill([422, 422, 422]) },
  forgetDevice: { body: () => ({ device_id: 999_999 }), statuses: [unknown, none, unknown, none, none, none] },
  verifyActivity: { id: 'org_id', statuses: [every, every, own, none, none, none] },
  events: { id: 'org_id', statuses: [every, every, own, none, none, none] },
  auditEvents: { id: 'org_id', statuses: [every, every, own, none, none, none] },
  overview: { id: 'org_id', statuses: [every, every, own, none, none, none] },
  orgKeys: { id: 'org_id', statuses: [every, none, own, none, none, none] },
  keyRequests: { id: 'key_id', statuses: [unknown, none, unknown, none, none, none] },
  revokeKey: {
    body: () => ({ key_id: 999_999 }),
    statuses: [unknown, none, unknown, none, none, none],
  },
  webhooks: { id: 'org_id', statuses: [every, none, own, none, none, none] },
  webhookDeliveries: { id: 'webhook_id', statuses: [every, none, own, none, none, none] },
  ...Object.fromEntries(
    (['updateWebhook', 'changeWebhookSecret', 'testWebhook'] as const).map((name) => [
      name,
      {
        body: (webhook_id: unknown) => ({ webhook_id }),
        id: 'webhook_id' as const,
        statuses: [every, none, own, none, none, none],
      },
    ]),
  ),
  deleteWebhook: { body: () => ({ webhook_id: 999_999 }), statuses: [unknown, none, unknown, none, none, none] },
  sendWebhookAgain: {
    body: () => ({ delivery_id: 999_999 }),
    statuses: [unknown, none, unknown, none, none, none],
  },
  invitations: { id: 'org_id', statuses: viewers },
  userInvitations: { id: 'user_id', statuses: [all, all, all, all, none, none] },
  ...Object.fromEntries(
    (['resendInvitation', 'revokeInvitation', 'copyInvitationLink'] as const).map((name) => [
      name,
      {
        body: () => ({ invitation_id: 999_999 }),
        statuses: [unknown, unknown, unknown, unknown, none, none],
      },
    ]),
  ),
  orgList: { statuses: [all, all, none, none, none, none] },
  exportRows: {
    body: (org_id) => ({ list: 'users', query: { org_id }, limit: 10 }),
    statuses: [every, every, own, own, none, none],
  },
  recordExport: {
    body: (org_id) => ({ list: 'mappings', org_id, filters: [], rows: 0, is_cut: false }),
    statuses: [every, every, own, own, own, none],
  },
  createOrgUser: {
    body: (ent_org_id) => {
      made += 1;
      const email = `made${made}@a.example`;
      return { ent_usr: { ...ent_usr, email, role_id: 5, ent_org_id } };
    },
    statuses: viewers,
  },
  bulkUserUpload: {
    body: (org_id) => ({ org_id }),
    form: true,
    statuses: [refusedFile, refusedFile, ownFile, ownFile, none, none],
  },
  createOrg: { form: true, body: () => ({}), statuses: [[422, 422, 422], none, none, none, none, none] },
  getOrganiser: { body: (org_id) => ({ org_id }), statuses: [every, every, own, own, own, none] },
  orgOrganiserList: { id: 'org_id', statuses: [every, every, none, none, none, none] },
  // Without reauthentication, and only with the fixtures' organisers, a permitted caller is refused at that step.
  updateOrganiser: {
    body: (org_id) => ({ org_id, organizer_id: platform.users.audA.id }),
    statuses: [[422, 422, 404], [422, 422, 404], none, none, none, none],
  },
  // Nothing is found, so that a permitted caller is refused at that step.
  startBulkAct: {
    body: (org_id) => ({ act: 'activate', users: { org_id, email: 'unknown@x.example' }, count: 0 }),
    statuses: [[422, 422, 422], [422, 422, 422], [422, 404, 404], [422, 404, 404], none, none],
  },
  unsentMails: { statuses: [all, none, none, none, none, none] },
  // The passcodes of a caller have a pause between them.
  sendConfigPasscode: {
    body: (org_id) => ({ org_id }),
    statuses: [[200, 429, 404], [200, 429, 404], none, none, none, none],
  },
  enableDisableOrg: { id: 'org_id', statuses: [[403, 422, 404], [403, 422, 404], none, none, none, none] },
  inviteUser: {
    body: () => ({ user: { email: 'x' } }),
    statuses: [[422, 422, 422], none, [422, 422, 422], none, none, none],
  },
  // An invalid email is refused after the permission check.
  externalOrgInviteUser: {
    body: (ext_org_id) => ({ user: { email: 'x' }, ext_org_id }),
    statuses: [[422, 422, 422], [422, 422, 422], [422, 404, 404], [422, 404, 404], none, none],
  },
  checkIfOrgUsrExists: {
    body: () => ({ user: { email: 'unknown@x.example' } }),
    statuses: [all, all, all, all, none, none],
  },
  mappingExists: {
    body: (vendor_id) => ({ vendor_id, customer_id: vendor_id }),
    statuses: [every, every, own, none, none, none],
  },
  userMappingExists: {
    body: (mapped_org_id) => ({ ent_usr_id: platform.users.orgB.id, mapped_org_id }),
    statuses: viewers,
  },
  extOrgAccepctedPendingUserList: { id: 'ext_org_id', statuses: viewers },
  accepctedPendingUserList: { statuses: [all, all, all, all, none, none] },
  accepctedOrgList: { statuses: [all, all, all, none, none, none] },
  pendingOrgList: { statuses: [all, all, all, none, none, none] },
  specificPenAccOrgList: { id: 'org_id', statuses: [every, every, own, none, none, none] },
  // Without a request, a permitted caller gets 404.
  activateDeactivate: {
    body: (customer_id) => ({
      user_id: platform.users.orgB.id,
      vendor_id: platform.orgs.B,
      customer_id,
      activated: true,
    }),
    statuses: [unknown, unknown, unknown, none, none, none],
  },
  // Without a mapping, a permitted caller gets 404.
  endMapping: {
    body: (org_id) => ({ org_id, mapping_id: 999_999 }),
    statuses: [unknown, unknown, unknown, none, none, none],
  },
  withdrawMapping: {
    body: (org_id) => ({ org_id, mapping_id: 999_999 }),
    statuses: [unknown, none, unknown, none, none, none],
  },
  endExternalUser: {
    body: (mapped_org_id) => ({ ent_usr_id: 999_999, mapped_org_id }),
    statuses: [unknown, unknown, unknown, none, none, none],
  },
  withdrawExternalUser: {
    body: (mapped_org_id) => ({ ent_usr_id: 999_999, mapped_org_id }),
    statuses: [unknown, unknown, unknown, unknown, none, none],
  },
  getSso: { id: 'org_id', statuses: viewers },
  // The three fields were saved by the sample of `updateAdfs`.
  singleSignOn: { id: 'org_id', statuses: viewers },
  updateSingleSignOn: { body: (org_id) => ({ org_id, issuer: null }), statuses: [every, none, own, none, none, none] },
  // The connection has not passed its test.
  startSingleSignOnTest: {
    body: (org_id) => ({ org_id }),
    statuses: [[409, 409, 404], none, [409, 404, 404], none, none, none],
  },
  testSingleSignOn: { body: (org_id) => ({ org_id }), statuses: [every, none, own, none, none, none] },
  setSingleSignOn: { body: (org_id) => ({ org_id, enabled: false }), statuses: [every, none, own, none, none, none] },
  // Nothing changes, so that no password is needed.
  updateSignInRules: {
    body: (org_id) => ({ org_id }),
    statuses: [every, none, own, none, none, none],
  },
  verifySsoDomain: {
    body: (org_id) => ({ org_id, domain: 'unknown.example' }),
    statuses: [unknown, none, unknown, none, none, none],
  },
  specificOrgDetails: { body: (org_id) => ({ org_id }), statuses: [every, every, none, none, none, none] },
  asmtDetail: {
    id: 'asmt_id',
    body: (asmt_id) => ({ asmt_id }),
    statuses: [every, every, none, none, none, none],
  },
  changePwd: {
    id: 'user_id',
    body: (ent_usr_id) => ({
      ent_usrs: { password: 'x', password_confirmation: 'x', current_password: 'x', ent_usr_id },
    }),
    statuses: [unknown, unknown, unknown, [422, 404, 404], unknown, unknown],
  },
};

/** Calls about the caller alone, or public lists: they take no id. */
const withoutId: CallName[] = [
  'addPasskey',
  'asmtStatusList',
  'beginOperation',
  'bulkJob',
  'cancelBulkAct',
  'completeSingleSignOnConfirmation',
  'completeSingleSignOnTest',
  'confirmApp',
  'confirmWithPasskey',
  'confirmationWays',
  'createKey',
  'encrypt',
  'endOperation',
  'handover',
  'keys',
  'logoutApiUser',
  'newConfirmation',
  'newPasskey',
  'notificationFrequencyList',
  'passkeys',
  'recentBulkJobs',
  'removeApp',
  'renewRecoveryCodes',
  'rotateKey',
  'setUpApp',
  'startSingleSignOnConfirmation',
  'storeOperation',
  'subscribedGrcModules',
  'validPassword',
];

const callOf = (name: string) => table[name]?.call ?? (name as CallName);

test('CASES-31 every call that needs a key is in the table', () => {
  const guarded = Object.values(calls).filter(({ access }) => access === 'user');
  expect(
    guarded.map(({ name }) => name).toSorted(),
    'a write has a `sample` beside its call in contract/src/calls, any other call a row in this table',
  ).toEqual([...new Set([...Object.keys(table).map(callOf), ...withoutId])].toSorted());
});

test.each(callers.map((user, place) => [user, place] as const))(
  'CASES-26 CASES-27 CASES-31 ROLE-4 OPEN-22 %s: role first, then the organisation; a foreign id looks like an unknown one',
  async (user, place) => {
    const { apiKey } = await platform.signIn(user);
    const ids = {
      org_id: [platform.orgs.A, platform.orgs.B, 999_999],
      ext_org_id: [platform.orgs.A, platform.orgs.B, 999_999],
      user_id: [platform.users.assA.id, platform.users.orgB.id, 999_999],
      asmt_id: [...assessments, 999_999],
      // There are no keys: those of others are in key-requests.test.ts.
      key_id: [999_997, 999_998, 999_999],
      webhook_id: [...webhooks, 999_999],
    };
    for (const [name, { id: key = 'org_id', statuses, body, form }] of Object.entries(table)) {
      const { method, path } = calls[callOf(name)];
      const answers = [];
      for (const [target, id] of ids[key].entries()) {
        const query = body ? '' : `?${key}=${id}`;
        const given = form ? formOf(body?.(id, target) ?? {}, '') : { body: body?.(id, target) };
        answers.push(await platform.call(`${method} ${path}${query}`, { key: apiKey, ...given }));
      }
      expect([name, answers.map(({ statusCode }) => statusCode)]).toEqual([name, statuses[place]]);
      const [, foreign, missing] = answers.map((answer) => answer.body);
      if ([403, 404].includes(statuses[place]?.[1] ?? 0)) expect([name, foreign]).toEqual([name, missing]);
    }
  },
);

test('CASES-31 a caller without the permission gets 403 before the call reads anything', async () => {
  const { apiKey } = await platform.signIn('audA');
  const guarded = Object.entries(table).filter(
    ([name, { body }]) => !['orgDetail', 'userSecurity', 'keyRequests'].includes(name) && !body,
  );
  for (const [name] of guarded) {
    const { method, path } = calls[callOf(name)];
    for (const query of ['', '?org_id=x&user_id=x&ext_org_id=x&limit=x'])
      expect([name, (await platform.call(`${method} ${path}${query}`, { key: apiKey })).statusCode]).toEqual([
        name,
        403,
      ]);
  }
});

test("CASES-27 no response to a caller with scope 'own' contains data of another organisation", async () => {
  for (const user of ['orgA', 'assA', 'audA'] as const) {
    const { apiKey } = await platform.signIn(user);
    for (const [name, row] of Object.entries(table)) {
      const { method, path } = calls[callOf(name)];
      if (row.body) {
        const body = row.body(row.id === 'user_id' ? platform.users.orgB.id : platform.orgs.B, 1);
        expect((await platform.call(`${method} ${path}`, { key: apiKey, body })).body).not.toMatch(/b\.example/);
        continue;
      }
      for (const query of ['', `?org_id=${platform.orgs.A}`, `?org_id=${platform.orgs.B}&search=b`]) {
        const { body } = await platform.call(`${method} ${path}${query}`, { key: apiKey });
        expect(body).not.toMatch(/b\.example|Organisation B/);
        expect(body).not.toContain(`"ent_usr_id":${platform.users.orgB.id}}`);
      }
    }
  }
});
