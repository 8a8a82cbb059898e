import { calls as specifiedCalls } from '@console/contract/calls/all';
import { extensionCalls } from '@console/contract/calls/extensions';
import type { Transaction } from 'kysely';
import { expect, test } from 'vitest';
import { addAssessments } from '../../testing/assessments.ts';
import { fixturePassword } from '../../testing/fixtures.ts';
import { csvOf, formOf, newOrganisation, newUser, organisationForm, rowOf } from '../../testing/forms.ts';
import { png } from '../../testing/images.ts';
import { changeWhileWaiting } from '../../testing/lock-waits.ts';
import { addMapping, addUserMapping } from '../../testing/mappings.ts';
import { useTestPlatform } from '../../testing/platform.ts';
import { sampledCalls } from '../../testing/samples.ts';
import { addIntegrationKey, addOrganisationKey } from '../../testing/users.ts';
import { addMs, dayMs } from '../base/clock.ts';
import type { Database } from '../database/schema.ts';

const platform = useTestPlatform();
const calls = { ...specifiedCalls, ...extensionCalls };
type CallName = keyof typeof calls;

type Rows = Awaited<ReturnType<typeof addRows>>;

/** Rows that the requests are about. */
async function addRows() {
  const { db, orgs, users, call } = platform;
  const { apiKey: key } = await platform.signIn('adm');
  const at = platform.now();
  const [assessment = 0] = await addAssessments(db, orgs.A, [{}]);
  const hook = { ent_org_id: orgs.A, url: 'https://hooks.example/', position: 0, created_at: at };
  const { id: webhook } = await db.insertInto('webhook').values(hook).returning('id').executeTakeFirstOrThrow();
  await addIntegrationKey(db, users.assA.id);
  const suspended = db.updateTable('api_key').set({ suspended_at: at }).where('ent_usr_id', '=', users.assA.id);
  const { id: userKey } = await suspended.returning('id').executeTakeFirstOrThrow();
  const { id: orgKey } = await addOrganisationKey(db, orgs.A);
  const body = { ent_usr: newUser('invited@a.example', { ent_org_id: orgs.A }) };
  await call('POST /consoles/create_org_user', { key, body });
  const { id: invitation } = await db.selectFrom('invitation').select('id').executeTakeFirstOrThrow();
  const mapping = await addMapping(db, orgs.B, orgs.A, { requester_id: users.orgB.id });
  await addUserMapping(db, users.orgB.id, orgs.A, { activated: true });
  const sso = { ent_org_id: orgs.A, client_id: 'id', tenant_id: 'tenant', client_secret_sealed: '', updated_at: at };
  await db.insertInto('sso').values(sso).execute();
  const domain = 'a.example';
  await db.insertInto('sso_domain').values({ ent_org_id: orgs.A, domain, token: 'x', created_at: at }).execute();
  return { key, assessment, webhook, userKey, orgKey, invitation, mapping, domain };
}

const none = 999_999;
const files = { logo: await png(), icon: await png() };
const orgId = () => ({ org_id: platform.orgs.A });
const organisationId = () => ({ organisationId: platform.orgs.A });
const other = () => ({ user_id: platform.users.assA.id });
const pair = () => ({ ent_usr_id: platform.users.orgB.id, mapped_org_id: platform.orgs.A });
const usersFile = () => formOf(orgId(), csvOf([rowOf('two@a.example')]));
const inTenDays = () =>
  addMs(platform.now(), 10 * dayMs)
    .toISOString()
    .slice(0, 10);

/** Body of each write that has no sample in the contract; an unknown id where the command locks its caller before it reads. */
const bodies: Partial<Record<CallName, (rows: Rows) => object>> = {
  validPassword: () => ({ current_password: fixturePassword }),
  changePwd: () => ({
    ent_usrs: {
      password: 'An0ther-one',
      password_confirmation: 'An0ther-one',
      current_password: fixturePassword,
      ent_usr_id: platform.users.adm.id,
    },
  }),
  inviteUser: () => ({ user: { email: 'boss@new.example' } }),
  createOrgUser: () => ({ ent_usr: newUser('one@a.example') }),
  externalOrgInviteUser: () => ({ user: { email: 'guest@new.example' }, ext_org_id: platform.orgs.A }),
  activateDeactivate: () => ({
    user_id: platform.users.orgB.id,
    vendor_id: platform.orgs.B,
    customer_id: platform.orgs.A,
    activated: true,
  }),
  updateOrganiser: () => ({ ...orgId(), organizer_id: platform.users.orgA.id }),
  createKey: () => ({ name: 'Sync', scopes: ['read'], expires_in_days: 365 }),
  rotateKey: () => ({ key_id: none }),
  revokeKey: ({ userKey }) => ({ key_id: userKey }),
  confirmKey: ({ userKey }) => ({ key_id: userKey }),
  updateKeyAddresses: () => ({ key_id: none, addresses: [] }),
  rotateOrganisationApiKey: ({ orgKey }) => ({ id: orgKey }),
  revokeOrganisationApiKey: ({ orgKey }) => ({ id: orgKey }),
  updateOrganisationKeyAddresses: ({ orgKey }) => ({ id: orgKey, addresses: [] }),
  updateWebhook: ({ webhook }) => ({ id: webhook, enabled: false }),
  rotateWebhookSecret: ({ webhook }) => ({ id: webhook }),
  testWebhook: ({ webhook }) => ({ id: webhook }),
  deleteWebhook: ({ webhook }) => ({ id: webhook }),
  endSession: () => ({ session_id: none }),
  endSessions: other,
  forgetDevice: () => ({ device_id: none }),
  unlinkProvider: other,
  newPasskey: () => ({}),
  removePasskey: () => ({ passkey_id: none }),
  setUpApp: () => ({}),
  confirmApp: () => ({ setup_id: none, code: '123456' }),
  removeApp: () => ({}),
  resetFactors: other,
  renewRecoveryCodes: () => ({}),
  resendInvitation: ({ invitation }) => ({ invitation_id: invitation }),
  revokeInvitation: ({ invitation }) => ({ invitation_id: invitation }),
  copyInvitationLink: ({ invitation }) => ({ invitation_id: invitation }),
  endMapping: ({ mapping }) => ({ ...orgId(), mapping_id: mapping }),
  withdrawMapping: ({ mapping }) => ({ ...orgId(), mapping_id: mapping }),
  removeExternalUser: pair,
  withdrawExternalUser: pair,
  setPendingEmails: () => ({ isOn: false }),
  sendConfigPasscode: orgId,
  startBulkAction: () => ({ act: 'activate', ids: [platform.users.disA.id] }),
  cancelBulkAction: () => ({ job_id: none }),
  updateSingleSignOn: () => ({ ...orgId(), issuer: null }),
  verifySsoDomain: ({ domain }) => ({ ...orgId(), domain, without_record: true }),
  setSingleSignOn: () => ({ ...orgId(), enabled: false }),
  updateSignInRules: organisationId,
  updateProvisioning: organisationId,
  setProvisioning: () => ({ ...organisationId(), enabled: true }),
  acknowledgeEmailDomain: () => ({ ...organisationId(), domain: 'other.example' }),
  resumeProviderDeactivations: organisationId,
  unblockSignIn: other,
  startAccessReview: () => ({ ...organisationId(), name: 'Autumn', scope: 'ALL', dueOn: inTenDays() }),
  decideInAccessReview: () => ({ reviewId: none, decisions: [{ itemId: 1, version: 0, decision: 'KEEP' }] }),
  completeAccessReview: () => ({ reviewId: none }),
  cancelAccessReview: () => ({ reviewId: none }),
  explainUnappliedDecision: () => ({ itemId: none, reason: 'x' }),
  endAccessReviewSeries: () => ({ seriesId: none }),
  updateAllowedAddresses: () => ({ ...organisationId(), addresses: [] }),
  erasePerson: () => ({ ...other(), email: platform.users.assA.email }),
  startPersonDataCopy: other,
  handover: () => ({ module: 'documenter' }),
};
const forms: Partial<Record<CallName, () => ReturnType<typeof formOf>>> = {
  createOrg: () => organisationForm(newOrganisation('Fresh'), files),
  createOrUpdareOrg: () => organisationForm(newOrganisation('Fresher', { id: platform.orgs.A }), {}),
  bulkUserUpload: usersFile,
  updateUsersByFile: usersFile,
};

/** Writes without a command: counts, registers of operations, previews. Or with a provider, a browser or a gateway in between. */
const left: CallName[] = [
  ...(['encrypt', 'beginOperation', 'storeOperation', 'endOperation', 'previewUsersFile', 'recordExport'] as const),
  ...(['testSingleSignOn', 'startSingleSignOnTest', 'completeSingleSignOnTest', 'addPasskey'] as const),
  ...(['startSingleSignOnConfirmation', 'completeSingleSignOnConfirmation', 'confirmWithPasskey'] as const),
  ...(['enableDisableOrg', 'logoutApiUser', 'resendWebhookDelivery'] as const),
];

interface Request {
  call: CallName;
  send: (rows: Rows) => object;
}

const requests: [label: string, Request][] = [
  ...sampledCalls.map(({ call, label, bodyFor }): [string, Request] => [
    label,
    {
      call: call as CallName,
      send: ({ assessment }) => ({
        body: bodyFor({
          organisationId: platform.orgs.A,
          userId: platform.users.audA.id,
          inactiveId: platform.users.disA.id,
          assessmentId: assessment,
        }),
      }),
    },
  ]),
  ...Object.entries(bodies).map(([call, bodyOf]): [string, Request] => [
    call,
    { call: call as CallName, send: (rows) => ({ body: bodyOf(rows) }) },
  ]),
  ...Object.entries(forms).map(([call, send]): [string, Request] => [call, { call: call as CallName, send }]),
];

test('CURRENT-1 every write of a caller is sent', () => {
  const writes = Object.values(calls).filter(({ access, kind }) => access === 'user' && kind !== 'read');
  const sent = new Set<string>([...requests.map(([, { call }]) => call), ...left]);
  expect(writes.map(({ name }) => name).filter((name) => !sent.has(name))).toEqual([]);
});

const changes = {
  deactivated: [401, (trx, id) => trx.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', id)],
  demoted: [403, (trx, id) => trx.updateTable('ent_usr').set({ role_id: 5 }).where('id', '=', id)],
  'signed out': [
    401,
    (trx, id) => trx.updateTable('session').set({ ended_at: platform.now() }).where('ent_usr_id', '=', id),
  ],
} as const satisfies Record<
  string,
  [number, (trx: Transaction<Database>, id: number) => { execute(): Promise<unknown> }]
>;

test.each(Object.entries(changes))(
  'CURRENT-1 no write is done for a caller who was %s while it waited',
  async (_what, [status, change]) => {
    for (const [label, { call, send }] of requests) {
      await platform.reset();
      const rows = await addRows();
      const { method, path } = calls[call];
      await platform.call('POST /consoles/valid_password', {
        key: rows.key,
        body: { current_password: fixturePassword },
      });
      const answer = await changeWhileWaiting(
        platform.db,
        () => platform.call(`${method} ${path}`, { key: rows.key, ...send(rows) }),
        (trx) => change(trx, platform.users.adm.id).execute(),
      ).catch((error: Error) => {
        throw new Error(`${label} does not wait for its caller: ${error.message}`);
      });
      expect([label, answer.statusCode, answer.json()]).toEqual([label, status, expect.anything()]);
    }
  },
);
