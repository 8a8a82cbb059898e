import { calls as specifiedCalls } from '@console/contract/calls/all';
import { extensionCalls } from '@console/contract/calls/extensions';
import { accessMatrix } from '@console/contract/testing/access-matrix';
import { gatewayProof, gatewayProofHeader } from '@console/server-base/gateway-proof';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMs, dayMs } from './core/base/clock.ts';
import { addAssessments } from './testing/assessments.ts';
import type { UserName } from './testing/fixtures.ts';
import { formOf, newUser } from './testing/forms.ts';
import { startTestPlatform, type TestPlatform } from './testing/platform.ts';
import { addEndedReview } from './testing/review-evidence.ts';
import { sampledCalls } from './testing/samples.ts';
import { addUsers } from './testing/users.ts';

const gatewaySecret = 'shared by gateway and platform in tests';
const calls = { ...specifiedCalls, ...extensionCalls };
type CallName = keyof typeof calls;

let platform: TestPlatform;
/** Ids of organisation A, of B, and of missing targets. */
let targets: Record<'org' | 'user' | 'other' | 'inactive' | 'asmt' | 'webhook' | 'review' | 'none', number>[];
const places = ['own', 'foreign', 'unknown'] as const;
type Place = (typeof places)[number];

beforeAll(async () => {
  platform = await startTestPlatform({ settings: { gatewaySecrets: [gatewaySecret] } });
  const { db, orgs, users } = platform;
  await db.updateTable('ent_usr').set({ role_id: null }).where('id', '=', users.nowhere.id).execute();
  const kinds = (['continuer', 'investigator', 'arc'] as const).flatMap((kind) =>
    [users.assA.id, users.orgB.id].map((ent_usr_id) => ({ ent_usr_id, kind })),
  );
  await db.insertInto('responder').values(kinds).execute();
  const [other = 0] = await addUsers(db, orgs.A, [{ role_id: 5 }]);
  const hook = { url: 'https://hooks.example/', position: 0, created_at: platform.now() };
  const hooks = await db
    .insertInto('webhook')
    .values([orgs.A, orgs.B].map((ent_org_id) => ({ ...hook, ent_org_id })))
    .returning('id')
    .execute();
  const [ownAsmt = 0] = await addAssessments(db, orgs.A, [{}]);
  const [foreignAsmt = 0] = await addAssessments(db, orgs.B, [{}]);
  const at = platform.now();
  const ownReview = await addEndedReview(db, { organisationId: orgs.A, userId: users.orgA.id, at });
  const foreignReview = await addEndedReview(db, { organisationId: orgs.B, userId: users.orgB.id, at });
  const reviewed = { review_id: ownReview, ent_usr_id: users.audA.id, is_external: false, role_id: 5 };
  await db
    .insertInto('access_review_item')
    .values({ ...reviewed, reviewer_id: users.assA.id })
    .execute();
  const none = 999_999;
  const [own, foreign] = hooks.map(({ id }) => ({ webhook: id, none }));
  targets = [
    {
      webhook: 0,
      none,
      ...own,
      org: orgs.A,
      user: users.assA.id,
      other,
      inactive: users.disA.id,
      asmt: ownAsmt,
      review: ownReview,
    },
    {
      webhook: 0,
      none,
      ...foreign,
      org: orgs.B,
      asmt: foreignAsmt,
      review: foreignReview,
      user: users.orgB.id,
      other: users.orgB.id,
      inactive: users.orgB.id,
    },
    { org: none, user: none, other: none, inactive: none, asmt: none, webhook: none, review: none, none },
  ];
});
afterAll(() => platform.close());

/** A caller of each role in organisation A, and a user without a role. */
const callers = ['adm', 'arc', 'orgA', 'assA', 'audA', 'nowhere'] as const satisfies UserName[];
type Caller = (typeof callers)[number];
type Target = (typeof targets)[number];

interface Row {
  /** The permission. The matrix lists its roles. */
  action: string;
  /** Sent query or body. */
  query?: (target: Target) => string;
  body?: (target: Target) => object;
  headers?: Record<string, string>;
  /** Whether the body is a multipart form, with an empty file. */
  form?: true;
  /** Statuses for a permitted caller in their own, a foreign and an unknown organisation. Default: 200, the first one, 404. */
  allowed?: readonly [own: number, foreign?: number, unknown?: number];
  /** Whether the targets are in no single organisation: in none, or in all. */
  isEverywhere?: true;
}

const query =
  (id: string, of: keyof Target = 'org') =>
  (target: Target) =>
    `?${id}=${target[of]}`;
const read = (action: string, id = 'org_id', of?: keyof Target): Row => ({ action, query: query(id, of) });
const everywhere = (action: string, more: object = { query: () => '' }): Row => ({
  action,
  isEverywhere: true,
  ...more,
});
const write = (action: string, body: NonNullable<Row['body']>, ...allowed: number[]): Row => ({
  action,
  body,
  ...(allowed.length > 0 && { allowed: allowed as [number, number?, number?] }),
});
/** A change of an object that does not exist. */
const unfound = (action: string, ...names: string[]): Row =>
  everywhere(action, { allowed: [404], body: () => Object.fromEntries(names.map((name) => [name, 999_999])) });

/** Number of users that the test has created. */
let made = 0;
const sampled = Object.fromEntries(
  sampledCalls.map(({ call, label, action, isConfirmed, bodyFor }): [string, Row & { call: CallName }] => [
    label,
    {
      call,
      action,
      body: ({ org, other, inactive, asmt }) =>
        bodyFor({ organisationId: org, userId: other, inactiveId: inactive, assessmentId: asmt }),
      // A permitted caller fails because the reauthentication is missing.
      ...(isConfirmed && { allowed: [422] as const }),
    },
  ]),
);

const invalidForm = { form: true, body: ({ org }: Target) => ({ org_id: org }), allowed: [422] } as const;
const byOrg = ({ org }: Target) => ({ org_id: org });
const byOrganisation = ({ org }: Target) => ({ organisationId: org });
const byWebhook = ({ webhook }: Target) => ({ id: webhook });
const byReview = ({ review }: Target) => ({ reviewId: review });
const byUser = ({ other }: Target) => ({ user_id: other });
const unheard = { user: { email: 'unknown@x.example' } };

/** Every call that takes a permission. */
const table: Record<string, Row & { call?: CallName }> = {
  ...sampled,
  activeUserList: read('users:view'),
  inactiveUserList: read('users:view'),
  getUserDetailById: read('users:view', 'user_id', 'user'),
  conDeptResponders: read('users:view'),
  incDeptResponders: read('users:view'),
  taskDeptResponders: read('users:view'),
  deptResponders: read('users:view'),
  externalUsers: read('users:view'),
  allUsers: everywhere('users:list'),
  allOrgs: everywhere('organisations:list'),
  orgList: everywhere('organisations:list'),
  orgDetail: read('organisations:view'),
  userSecurity: read('security:view', 'user_id', 'other'),
  userDuties: read('users:deactivate', 'user_id', 'user'),
  emailSchedule: { action: 'users:upload', query: (target) => `${query('org_id')(target)}&count=1` },
  takenEmails: write('users:view', ({ org }) => ({ org_id: org, emails: [] })),
  endSessions: write('security:end', byUser, 422),
  resetFactors: write('security:end', byUser, 422),
  startPersonDataCopy: write('privacy:copy', byUser, 422),
  personErasure: read('privacy:erase', 'userId', 'other'),
  // The password is not confirmed.
  erasePerson: write('privacy:erase', ({ other }) => ({ user_id: other, email: 'x' }), 422),
  // There is no block to end.
  unblockSignIn: write('users:unblock', byUser),
  // There is no link to end.
  unlinkProvider: write('security:end', byUser),
  endSession: unfound('security:end', 'session_id'),
  forgetDevice: unfound('security:end', 'device_id'),
  verifyActivity: read('audit:view'),
  events: read('audit:view'),
  auditEvents: read('audit:view'),
  overview: read('overview:view'),
  attention: read('organisations:view', 'organisationId'),
  accessReviews: read('reviews:decide', 'organisationId'),
  // The Assessor is the reviewer in the review of their own organisation.
  accessReview: read('reviews:decide', 'id', 'review'),
  accessReviewItems: read('reviews:decide', 'reviewId', 'review'),
  accessReviewSeries: read('reviews:view', 'organisationId'),
  selfSetSupervisorCount: read('reviews:view', 'organisationId'),
  accessReviewEvidence: {
    action: 'reviews:view',
    query: ({ review }) => `?reviewId=${review}&kind=HTML`,
    // The review has no evidence.
    allowed: [404],
  },
  startAccessReview: write('reviews:start', ({ org }) => ({
    organisationId: org,
    name: 'Autumn',
    scope: 'ALL',
    dueOn: addMs(platform.now(), 30 * dayMs)
      .toISOString()
      .slice(0, 10),
  })),
  // The reviews of these calls have ended.
  decideInAccessReview: write(
    'reviews:decide',
    ({ review }) => ({ reviewId: review, decisions: [{ itemId: 1, version: 0, decision: 'KEEP' }] }),
    409,
  ),
  completeAccessReview: write('reviews:end', byReview, 409),
  cancelAccessReview: write('reviews:cancel', byReview, 409),
  explainUnappliedDecision: everywhere('reviews:start', {
    allowed: [404],
    body: () => ({ itemId: 999_999, reason: 'Needed' }),
  }),
  endAccessReviewSeries: unfound('reviews:cancel', 'seriesId'),
  orgKeys: read('keys:view'),
  keyRequests: everywhere('keys:view', { query: query('key_id', 'none'), allowed: [404] }),
  revokeKey: unfound('keys:revoke', 'key_id'),
  confirmKey: unfound('keys:confirm', 'key_id'),
  allowedAddresses: read('network:view', 'organisationId'),
  // Nothing changes, so that no password is needed.
  updateAllowedAddresses: write('network:edit', ({ org }) => ({ organisationId: org, addresses: [] })),
  updateOrganisationKeyAddresses: everywhere('network:edit', {
    body: () => ({ id: 999_999, addresses: [] }),
    allowed: [404],
  }),
  organisationApiKeys: read('keys:view', 'organisationId'),
  createOrganisationApiKey: write(
    'orgKeys:create',
    ({ org }) => ({ organisationId: org, name: 'Nightly sync', role: 'AUDITEE', lifetime: 'DAYS_30' }),
    422,
  ),
  rotateOrganisationApiKey: unfound('orgKeys:rotate', 'id'),
  revokeOrganisationApiKey: unfound('keys:revoke', 'id'),
  webhooks: read('webhooks:view', 'organisationId'),
  webhookDeliveries: read('webhooks:view', 'webhookId', 'webhook'),
  updateWebhook: write('webhooks:edit', byWebhook),
  rotateWebhookSecret: write('webhooks:changeSecret', byWebhook, 422),
  testWebhook: write('webhooks:test', byWebhook),
  deleteWebhook: unfound('webhooks:delete', 'id'),
  resendWebhookDelivery: unfound('webhooks:resend', 'id'),
  bulkJob: everywhere('users:view', { allowed: [404], query: () => '?job_id=999999' }),
  invitations: read('users:view'),
  userInvitations: everywhere('users:view', { query: query('user_id', 'user') }),
  resendInvitation: unfound('users:create', 'invitation_id'),
  revokeInvitation: unfound('users:create', 'invitation_id'),
  copyInvitationLink: unfound('users:create', 'invitation_id'),
  exportRows: write('users:view', ({ org }) => ({ list: 'users', query: { org_id: org }, limit: 10 })),
  recordExport: {
    ...write('mappings:view', ({ org }) => ({
      list: 'mappings',
      org_id: org,
      filters: [],
      rows: 0,
      is_cut: false,
    })),
    headers: { 'x-request-id': 'export', [gatewayProofHeader]: gatewayProof(gatewaySecret, 'export', 'nonce') },
  },
  createOrgUser: write('users:create', ({ org }) => {
    made += 1;
    return { ent_usr: newUser(`made${made}@a.example`, { ent_org_id: org }) };
  }),
  recentBulkJobs: read('users:view'),
  bulkUserUpload: { action: 'users:upload', ...invalidForm },
  previewUsersFile: { action: 'users:upload', ...invalidForm },
  updateUsersByFile: { action: 'users:upload', ...invalidForm },
  createOrg: everywhere('organisations:create', invalidForm),
  getOrganiser: write('organisations:view', byOrg),
  orgOrganiserList: read('organisations:changeOrganiser'),
  // Fails because the reauthentication is missing.
  updateOrganiser: write(
    'organisations:changeOrganiser',
    ({ org }) => ({ org_id: org, organizer_id: platform.users.audA.id }),
    422,
  ),
  // The filter finds no users, as in an organisation that does not exist.
  startBulkAction: write(
    'users:activate',
    ({ org }) => ({ act: 'activate', users: { org_id: org, email: 'unknown@x.example' }, count: 0 }),
    ...[422, 422, 422],
  ),
  // A second passcode is only sent after a pause.
  sendConfigPasscode: write('config:edit', byOrg, 200, 429),
  // Forbidden for the own organisation; another one fails without reauthentication.
  enableDisableOrg: { ...read('organisations:disable'), allowed: [403, 422] },
  // An invalid email is refused after the permission check.
  inviteUser: everywhere('mappings:invite', { body: () => ({ user: { email: 'x' } }), allowed: [422] }),
  externalOrgInviteUser: write(
    'users:inviteExternal',
    ({ org }) => ({ user: { email: 'x' }, ext_org_id: org }),
    ...[422, 422, 422],
  ),
  checkIfOrgUsrExists: everywhere('users:view', { body: () => unheard }),
  mappingExists: write('mappings:view', ({ org }) => ({ vendor_id: org, customer_id: org })),
  userMappingExists: write('users:view', ({ org }) => ({ ent_usr_id: platform.users.orgB.id, mapped_org_id: org })),
  extOrgAccepctedPendingUserList: read('users:view', 'ext_org_id'),
  accepctedPendingUserList: everywhere('users:view'),
  accepctedOrgList: everywhere('mappings:view'),
  pendingOrgList: everywhere('mappings:view'),
  specificPenAccOrgList: read('mappings:view'),
  activateDeactivate: everywhere('mappings:answer', {
    body: ({ org }: Target) => ({
      user_id: platform.users.orgB.id,
      vendor_id: platform.orgs.B,
      customer_id: org,
      activated: true,
    }),
    allowed: [404],
  }),
  endMapping: unfound('mappings:answer', 'org_id', 'mapping_id'),
  withdrawMapping: unfound('mappings:invite', 'org_id', 'mapping_id'),
  removeExternalUser: unfound('users:mapExternal', 'ent_usr_id', 'mapped_org_id'),
  withdrawExternalUser: unfound('users:inviteExternal', 'ent_usr_id', 'mapped_org_id'),
  getSso: read('sso:view'),
  // The three fields were saved by the sample of `updateAdfs`.
  singleSignOn: read('sso:view'),
  updateSingleSignOn: write('sso:activate', ({ org }) => ({ org_id: org, issuer: null })),
  // The connection has not passed its test.
  startSingleSignOnTest: write('sso:activate', byOrg, 409),
  testSingleSignOn: write('sso:activate', byOrg),
  setSingleSignOn: write('sso:activate', ({ org }) => ({ org_id: org, enabled: false })),
  // Nothing changes, so that no password is needed.
  updateSignInRules: write('sso:activate', byOrganisation),
  provisioning: read('scim:view', 'organisationId'),
  updateProvisioning: write('scim:edit', byOrganisation),
  setProvisioning: write('scim:edit', (target) => ({ ...byOrganisation(target), enabled: false })),
  acknowledgeEmailDomain: write('scim:edit', ({ org }) => ({ organisationId: org, domain: 'other.example' })),
  resumeProviderDeactivations: write('scim:edit', byOrganisation),
  verifySsoDomain: everywhere('sso:activate', {
    body: ({ org }: Target) => ({ org_id: org, domain: 'unknown.example' }),
    allowed: [404],
  }),
  specificOrgDetails: write('assessments:view', byOrg),
  asmtDetail: write('assessments:view', ({ asmt }) => ({ asmt_id: asmt })),
};

/** Calls about the caller alone, or public lists. */
const withoutPermission: CallName[] = [
  ...(['addPasskey', 'asmtStatusList', 'beginOperation', 'cancelBulkAction', 'changePwd'] as const),
  ...(['completeSingleSignOnConfirmation', 'completeSingleSignOnTest', 'confirmApp', 'confirmWithPasskey'] as const),
  ...(['confirmationMethods', 'createKey', 'encrypt', 'endOperation', 'handover', 'keys', 'logoutApiUser'] as const),
  ...(['newConfirmation', 'newPasskey', 'notificationFrequencyList', 'passkeys', 'providerSignOut'] as const),
  ...(['removeApp', 'removePasskey', 'renewRecoveryCodes', 'rotateKey', 'setUpApp'] as const),
  ...(['startSingleSignOnConfirmation', 'storeOperation', 'subscribedGrcModules', 'updateKeyAddresses'] as const),
  ...(['pendingEmails', 'pendingItems', 'personData', 'setPendingEmails', 'unsentEmails', 'validPassword'] as const),
];

const callOf = (name: string) => table[name]?.call ?? (name as CallName);

test('CASES-31 every call that needs a key is in the table', () => {
  const guarded = Object.values(calls).filter(({ access }) => access === 'user');
  expect(
    guarded.map(({ name }) => name).toSorted(),
    'a write has a `sample` beside its call in contract/src/calls, any other call a row in this table',
  ).toEqual([...new Set([...Object.keys(table).map(callOf), ...withoutPermission])].toSorted());
});

/** A user without a role may do nothing. */
const scopeOf = (user: Caller, { action }: Row) =>
  user === 'nowhere' ? '-' : accessMatrix[action]?.[callers.indexOf(user)];

function expectedStatus(user: Caller, row: Row, place: Place): number {
  const scope = scopeOf(user, row);
  const [own, foreign = own, unknown = 404] = row.allowed ?? [200];
  if (scope === '-') return 403;
  if (row.isEverywhere) return own;
  if (scope === 'o' && place !== 'own') return 404;
  return { own, foreign, unknown }[place];
}

/** All stored rows, without refusals, counted attempts and the use of sessions. */
async function stored(): Promise<unknown> {
  const names = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename !~ 'audit|session|kysely|attempt'
    order by 1`.execute(platform.db);
  const contents = names.rows.map(
    ({ name }) =>
      sql`select ${sql.lit(name)} as name, md5(string_agg(row::text, '|' order by row::text)) as content from ${sql.table(name)} as row`,
  );
  return (await sql`${sql.join(contents, sql` union all `)}`.execute(platform.db)).rows;
}

test.each(callers)(
  'CASES-26 CASES-27 CASES-31 ROLE-4 OPEN-22 %s: role first, then the organisation; a foreign id looks like an unknown one; what is refused writes nothing',
  async (user) => {
    const { apiKey: key } = await platform.signIn(user);
    const send = async (name: string, row: Row, place: Place) => {
      const { method, path } = calls[callOf(name)];
      const target = targets[places.indexOf(place)] as Target;
      const body = row.body?.(target);
      const given = row.form ? formOf(body ?? {}, '') : { body };
      const answer = await platform.call(`${method} ${path}${row.query?.(target) ?? ''}`, {
        key,
        headers: row.headers ?? {},
        ...given,
      });
      expect([name, place, answer.statusCode]).toEqual([name, place, expectedStatus(user, row, place)]);
      const isLimited = scopeOf(user, row) !== 'a' && (row.query || place === 'foreign');
      if (isLimited) expect(answer.body).not.toMatch(/b\.example|Organisation B/);
      return answer.body;
    };
    const rows = Object.entries(table);
    const isRefused = (row: Row, place: Place) => [403, 404].includes(expectedStatus(user, row, place));
    const before = await stored();
    for (const [name, row] of rows) {
      const answers: string[] = [];
      for (const place of places) if (isRefused(row, place)) answers.push(await send(name, row, place));
      // No response reveals an organisation that the caller may not see.
      if (answers.length > 1 && scopeOf(user, row) !== 'a')
        expect([name, answers.at(-2)]).toEqual([name, answers.at(-1)]);
    }
    expect(await stored()).toEqual(before);
    for (const [name, row] of rows)
      for (const place of places) if (!isRefused(row, place)) await send(name, row, place);
  },
);

test('CASES-31 a caller without the permission gets 403 before the call reads anything', async () => {
  const { apiKey: key } = await platform.signIn('audA');
  const guarded = Object.entries(table).filter(([, row]) => row.query && scopeOf('audA', row) === '-');
  for (const [name] of guarded.filter(([name]) => !['userSecurity', 'keyRequests'].includes(name)))
    for (const given of ['', '?org_id=x&user_id=x&ext_org_id=x&limit=x']) {
      const { method, path } = calls[callOf(name)];
      expect([name, (await platform.call(`${method} ${path}${given}`, { key })).statusCode]).toEqual([name, 403]);
    }
});
