import { join } from 'node:path';
import { calls } from '@console/contract/calls/all';
import { extensionCalls } from '@console/contract/calls/extensions';
import type { UserName } from '@console/platform/testing/fixtures';
import { getNamedType, isLeafType, isObjectType } from 'graphql';
import { expect, vi } from 'vitest';
import { loadSchema } from './graphql/schema.ts';
import { addressInput, addressMutationNames, sendAddressMutation } from './testing/address-mutations.ts';
import {
  beginSetup,
  confirmAuthenticatorApp,
  firstCode,
  removeAuthenticatorApp,
  renewRecoveryCodes,
  resetSecondFactors,
  setUpApp,
  setUpAuthenticatorApp,
} from './testing/authenticator-app-mutations.ts';
import { addBulkJob, cancelBulkAction, startBulkAction } from './testing/bulk-mutations.ts';
import type { TestClient } from './testing/client.ts';
import * as documents from './testing/documents.ts';
import { startExport } from './testing/exports.ts';
import { prepareHandOver } from './testing/idempotent-mutations.ts';
import { addInvitation, invitationMutations } from './testing/invitation-mutations.ts';
import { addSuspendedKey, confirmKey, createKey, revokeKey, rotateKey } from './testing/key-mutations.ts';
import {
  addExternalUser,
  addExternalUserFor,
  addMapping,
  addMappingFor,
  mappingMutations,
} from './testing/mapping-mutations.ts';
import {
  organisationKeyInput,
  organisationKeyMutationNames,
  sendOrganisationKeyMutation,
} from './testing/organisation-key-mutations.ts';
import { onboardingDocument, organisationMutations } from './testing/organisation-mutations.ts';
import {
  addPasskey,
  confirmWithPasskey,
  madePasskey,
  removePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeyConfirmation,
  startPasskeySignIn,
  withPasskey,
} from './testing/passkey-mutations.ts';
import { copyPersonalData, erasePerson } from './testing/personal-data.ts';
import { provisioningMutationNames, sendProvisioning } from './testing/provisioning-mutations.ts';
import { addReview, reviewMutationInput, reviewMutationNames, sendReview } from './testing/review-mutations.ts';
import {
  addDevice,
  addSession,
  endOtherSessions,
  endSession,
  forgetDevice,
  unblockSignIn,
  unlinkIdentityProvider,
} from './testing/security-mutations.ts';
import {
  addSso,
  completeSingleSignOnDocument,
  completeTestDocument,
  confirmDocument,
  confirmSingleSignOnDocument,
  sendSso,
  ssoMutationNames,
  startConfirmationDocument,
  startSingleSignOnDocument,
  startTestDocument,
} from './testing/sso-mutations.ts';
import { logoutDocument, password, sendOtpDocument, testWith, useTestSystem } from './testing/system.ts';
import {
  assessmentsOf,
  auditMutations,
  goodSso,
  tabExtensions,
  tabMutations,
  updateSsoDocument,
} from './testing/tab-mutations.ts';
import { goodProfile, stateMutation, userMutations } from './testing/user-mutations.ts';
import { addWebhook, sendWebhookMutation, webhookInput, webhookMutationNames } from './testing/webhook-mutations.ts';

const system = useTestSystem({
  settings: { MAIN_DOMAIN: 'suite.example', GATEWAY_SECRET: 'shared by gateway and platform in tests' },
});

const page = join(import.meta.dirname, '../../docs/graphql-rest-calls.md');
const schema = loadSchema();
const fieldsOf = (name: string) => {
  const type = schema.getType(name);
  return isObjectType(type) ? Object.values(type.getFields()) : [];
};
const deeper = (type: Parameters<typeof getNamedType>[0]) => (isLeafType(getNamedType(type)) ? '' : ' { __typename }');
const items = new Map(
  [...Object.values(calls), ...Object.values(extensionCalls)].map(({ name, method, path, item }) => [
    `${method} ${path}`,
    // Reports come when they come.
    name.startsWith('report') ? undefined : item.startsWith('REST') ? item : `\`${method} ${path}\``,
  ]),
);

/** Reads of all users of an organisation. */
const wholeLists: string[] = [];

/** The calls of an operation, by the numbers of the specification. A GET's query does not matter. */
async function callsOf(
  act: (tab: TestClient) => Promise<unknown>,
  { without = [], by = 'adm', tab: given }: { without?: readonly string[]; by?: UserName; tab?: TestClient } = {},
): Promise<string[]> {
  // Shared caches, such as lookup lists, are read again.
  system.platform.moveClock(11 * 60_000);
  const tab = given ?? (await system.signIn(by));
  system.upstream.requests.length = 0;
  await act(tab);
  const made = system.upstream.requests.map(({ method, path }) => items.get(`${method} ${path.split('?')[0]}`));
  for (const { path, query } of system.upstream.requests)
    if (/active_user_list/.test(path) && !['limit', 'designation'].some((bound) => bound in (query ?? {})))
      wholeLists.push(path);
  const named = [...new Set(made.flatMap((item) => item ?? []))].filter((item) => !without.includes(item));
  return named.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}
const row = (field: string, made: readonly string[]) => `| \`${field}\` | ${made.join(', ') || 'none of its own'} |`;
/** Calls that no row of the tables needs with the fixtures and our platform. */
const otherCases = [
  '| `requestPasswordReset` | REST-11, where the product API answers REST-10 with 404 |',
  '| `User.responder`, `Organisation.users`, and the mutations with `GET /consoles/ext/dept_responders` | REST-26, REST-27, REST-28, where one call for all three is not known |',
  "| `Organisation.mappings` | REST-33 for the accepted ones of the caller's own organisation |",
  "| `Organisation.externalUsers` | REST-31, or REST-32 of the caller's own organisation, where the product API has no pages of them |",
  '| `updateOrganisation`, `onboardOrganisation` | REST-41 for an organiser who is new, or comes by the link of a mail |',
  '| `Organisation.organiser` | REST-42, where the body of the organisation does not have the organiser |',
];

const headed = (heading: string, rows: readonly string[]) =>
  [`## ${heading}`, '', '| field | calls |', '|---|---|', ...rows, ''].join('\n');

/** Fields below an object that is read by itself with the calls `base`. */
async function below(type: string, around: string, without: readonly string[]): Promise<string[]> {
  const rows: string[] = [];
  const signedIn = await system.signIn('adm');
  for (const { name, type: its } of fieldsOf(type)) {
    const query = `{ ${around.replace('#', `${name}${deeper(its)}`)} }`;
    const made = await callsOf((tab) => tab.graphql(query), { without, tab: signedIn });
    if (made.length > 0) rows.push(row(`${type}.${name}`, made));
  }
  return rows;
}

async function addKey(): Promise<string> {
  const { data } = await createKey(await system.signIn('adm'));
  return data.createApiKey.apiKey.id;
}

async function queries(): Promise<string[]> {
  const { orgs, users } = system.platform;
  const [assessment = ''] = await assessmentsOf(system, 'B', [{}]);
  await addExternalUser(system, 'orgB', 'A');
  const { reviewId } = await addReview(system, orgs.B);
  const asked: Record<string, string> = {
    viewer: '{ viewer { user { id } } }',
    singleSignOn: '{ singleSignOn(email: "adm@a.example") }',
    multiFactor: '{ multiFactor(email: "adm@a.example") }',
    passwordReset: documents.passwordResetDocument.replace('$token)', '"x")').replace('($token: String!)', ''),
    user: `{ user(id: "${users.orgB.id}") { id } }`,
    users: '{ users { totalCount } }',
    organisation: `{ organisation(id: "${orgs.B}") { id } }`,
    organisations: '{ organisations { totalCount } }',
    onboarding: onboardingDocument.replace('$token)', '"x")').replace('($token: String!)', ''),
    organisationInvite: '{ organisationInvite(email: "orgB@b.example") { state } }',
    externalUser: `{ externalUser(userId: "${users.orgB.id}") { id } }`,
    assessment: `{ assessment(id: "${assessment}") { id } }`,
    auditEvents: '{ auditEvents { nodes { id } } }',
    events: '{ events { nodes { id } } }',
    apiKeyRequests: `{ apiKeyRequests(apiKeyId: "${await addKey()}") { missing } }`,
    webhookDeliveries: `{ webhookDeliveries(webhookId: "${(await addWebhook(system, orgs.B)).webhookId}") { id } }`,
    verifyActivity: '{ verifyActivity { whole } }',
    attention: '{ attention { kind } }',
    overview: '{ overview { countedAt } }',
    bulkJob: `{ bulkJob(id: "${await addBulkJob(system)}") { id rows { totalCount } } }`,
    recentBulkJobs: `{ recentBulkJobs(organisationId: "${orgs.B}") { id } }`,
    lookups: '{ lookups { __typename } }',
    personErasure: `{ personErasure(userId: "${users.disA.id}") { obstacle } }`,
    accessReview: `{ accessReview(id: "${reviewId}") { id } }`,
    accessReviewItems: `{ accessReviewItems(reviewId: "${reviewId}") { totalCount } }`,
  };
  expect(Object.keys(asked).sort()).toEqual(
    fieldsOf('Query')
      .map(({ name }) => name)
      .sort(),
  );
  const rows: string[] = [];
  for (const [name, query] of Object.entries(asked)) rows.push(row(name, await callsOf((tab) => tab.graphql(query))));
  return rows;
}

/** The next mutation signs in without a code. */
const removeApps = () => system.platform.db.deleteFrom('app_factor').execute();

/** The id of a mapping that the mutation changes for A; of other mutations none. */
const mappingFor = async (name: string): Promise<string> => {
  if (/^(end|withdraw)Mapping$/.test(name)) return addMappingFor(system, name, 'A');
  return name.endsWith('Mapping') ? addMapping(system, 'orgB', 'orgA') : '';
};

async function mutations(): Promise<string[]> {
  const { orgs, users } = system.platform;
  const [assessmentId = ''] = await assessmentsOf(system, 'B', [{ audit_status: 'In Progress' }]);
  const fresh = { password: 'Brand-new-passw0rd', passwordConfirmation: 'Brand-new-passw0rd' };
  const own = { organisationId: orgs.A, userId: users.orgA.id, inactiveId: users.disA.id, name: 'own' };
  const foreign = { organisationId: orgs.B, userId: users.orgB.id, inactiveId: users.usrD.id, name: 'foreign' };
  const mapping = { ...own, email: 'orgb@b.example', mappingId: '' };
  const input = (value: object) => ({ input: value });
  const reset = { ...fresh, email: users.audA.email, token: await system.resetToken('audA') };
  const keyOf = async (tab: TestClient): Promise<string> => {
    const { id } = (await createKey(tab)).data.createApiKey.apiKey;
    system.upstream.requests.length = 0;
    return id;
  };
  const sentAfterAnswer = (path: string) => expect.poll(() => system.upstream.sent(path)).toHaveLength(1);
  const acts: Record<string, (tab: TestClient) => Promise<unknown>> = {
    login: () => system.login(system.client(), 'adm'),
    sendOtp: async () => {
      const waiting = system.client();
      await system.login(waiting, 'mfaA');
      system.platform.moveClock(60_000);
      system.upstream.requests.length = 0;
      return waiting.graphql(sendOtpDocument, { email: users.mfaA.email });
    },
    logout: async () => {
      const leaving = await system.signIn('adm');
      system.upstream.requests.length = 0;
      await leaving.graphql(logoutDocument);
      await sentAfterAnswer(calls.logoutApiUser.path);
    },
    adoptSession: () => system.client().graphql(documents.adoptDocument, { token: 'x' }),
    switchModule: (tab) => tab.graphql(documents.switchDocument, { id: 'auditor' }),
    startSingleSignOn: () => system.client().graphql(startSingleSignOnDocument, input({ email: users.assA.email })),
    // It makes its call in a browser that has begun a sign-in only.
    completeSingleSignOn: () => system.client().graphql(completeSingleSignOnDocument, input({ state: 'x' })),
    confirmSingleSignOn: () => system.client().graphql(confirmSingleSignOnDocument, input({ token: 'x' })),
    startSingleSignOnConfirmation: (tab) => tab.graphql(startConfirmationDocument),
    confirmWithSingleSignOn: (tab) => tab.graphql(confirmDocument, input({ state: 'x' })),
    startSingleSignOnTest: (tab) => tab.graphql(startTestDocument, input({ organisationId: orgs.B })),
    completeSingleSignOnTest: (tab) => tab.graphql(completeTestDocument, input({ state: 'x' })),
    ...Object.fromEntries(
      ssoMutationNames.map((name) => [
        name,
        async (tab: TestClient) => {
          await addSso(system, orgs.B);
          return sendSso(tab, name, orgs.B);
        },
      ]),
    ),
    ...Object.fromEntries(
      provisioningMutationNames.map((name) => [name, (tab: TestClient) => sendProvisioning(tab, name, orgs.B)]),
    ),
    ...Object.fromEntries(
      reviewMutationNames.map((name) => [
        name,
        async (tab: TestClient) => sendReview(tab, name, await reviewMutationInput(system, name, orgs.A)),
      ]),
    ),
    encrypt: (tab) => tab.graphql(documents.encryptDocument, { data: 'x' }),
    startExport: (tab) => startExport(tab, { list: 'ORGANISATIONS' }),
    requestPasswordReset: () => system.client().graphql(documents.requestResetDocument, { email: users.assA.email }),
    resetPassword: () => system.client().graphql(documents.resetPasswordDocument, input(reset)),
    setPendingEmails: (tab) => tab.graphql(documents.setPendingEmailsDocument, input({ isOn: false })),
    updateProfile: (tab) => tab.graphql(documents.updateProfileDocument, input(goodProfile)),
    ...Object.fromEntries(
      Object.entries(userMutations).map(([name, act]) => [name, (tab: TestClient) => act(tab, own)]),
    ),
    ...Object.fromEntries(
      Object.entries(organisationMutations).map(([name, act]) => [name, (tab: TestClient) => act(tab, foreign)]),
    ),
    enableOrganisation: (tab) =>
      organisationMutations.enableOrganisation?.(tab, { ...foreign, organisationId: orgs.D }) ?? Promise.reject(),
    ...Object.fromEntries(
      Object.entries(mappingMutations).map(([name, act]) => [
        name,
        async (tab: TestClient) => {
          await system.platform.db.updateTable('ent_org').set({ is_disabled: false }).execute();
          await system.platform.db.deleteFrom('org_mapping').execute();
          await system.platform.db.deleteFrom('user_mapping').execute();
          const mappingId = await mappingFor(name);
          if (/^(map|reject|remove|withdraw)ExternalUser$/.test(name))
            await addExternalUserFor(system, name, 'orgB', 'A');
          return act(tab, { ...mapping, userId: users.orgB.id, mappingId });
        },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries({ ...tabMutations, ...tabExtensions, ...auditMutations }).map(([name, act]) => [
        name,
        (tab: TestClient) => act(tab, { ...foreign, assessmentId }),
      ]),
    ),
    // Asked for all that they answer, which the console does not.
    activateUser: (tab) => stateMutation('activateUser')(tab, users.disA.id),
    updateSso: (tab) => tab.graphql(updateSsoDocument, input(goodSso(orgs.B, { clientSecret: 'tab-canary-secret' }))),
    createApiKey: (tab) => createKey(tab),
    rotateApiKey: async (tab) => rotateKey(tab, await keyOf(tab)),
    revokeApiKey: async (tab) => revokeKey(tab, await keyOf(tab)),
    ...Object.fromEntries(
      webhookMutationNames.map((name) => [
        name,
        async (tab: TestClient) => sendWebhookMutation(tab, name, await webhookInput(system, name, orgs.A)),
      ]),
    ),
    ...Object.fromEntries(
      organisationKeyMutationNames.map((name) => [
        name,
        async (tab: TestClient) =>
          sendOrganisationKeyMutation(tab, name, await organisationKeyInput(system, name, orgs.A)),
      ]),
    ),
    ...Object.fromEntries(
      addressMutationNames.map((name) => [
        name,
        async (tab: TestClient) => sendAddressMutation(tab, name, await addressInput(system, name)),
      ]),
    ),
    endSession: async (tab) => endSession(tab, await addSession(system, 'audA')),
    endOtherSessions: (tab) => endOtherSessions(tab, users.audA.id),
    forgetDevice: async (tab) => forgetDevice(tab, await addDevice(system, 'audA')),
    startPasskeySignIn: () => startPasskeySignIn(system.client()),
    signInWithPasskey: () => signInWithPasskey(system.client(), '{}'),
    startPasskey: (tab) => startPasskey(tab),
    startPasskeyConfirmation: async (tab) => {
      await withPasskey(tab);
      system.upstream.requests.length = 0;
      return startPasskeyConfirmation(tab);
    },
    confirmWithPasskey: (tab) => confirmWithPasskey(tab, '{}'),
    addPasskey: async (tab) => {
      const { response } = await madePasskey(tab);
      system.upstream.requests.length = 0;
      return addPasskey(tab, response);
    },
    removePasskey: async (tab) => {
      const { id } = await withPasskey(tab);
      system.upstream.requests.length = 0;
      return removePasskey(tab, id);
    },
    setUpAuthenticatorApp: (tab) => setUpAuthenticatorApp(tab),
    confirmAuthenticatorApp: async (tab) => {
      const setup = await beginSetup(tab);
      system.upstream.requests.length = 0;
      await confirmAuthenticatorApp(tab, setup.setupId, firstCode(system, setup));
      await removeApps();
    },
    renewRecoveryCodes: async (tab) => {
      await setUpApp(system, tab);
      system.upstream.requests.length = 0;
      await renewRecoveryCodes(tab);
      await removeApps();
    },
    removeAuthenticatorApp: (tab) => removeAuthenticatorApp(tab),
    resetSecondFactors: (tab) => resetSecondFactors(tab, users.audA.id),
    unlinkIdentityProvider: (tab) => unlinkIdentityProvider(tab, users.audA.id),
    unblockSignIn: (tab) => unblockSignIn(tab, users.audA.id),
    handOverDuties: async (tab) => (await prepareHandOver(system, tab))({}),
    copyPersonalData: (tab) => copyPersonalData(tab, users.audA.id),
    erasePerson: (tab) => erasePerson(tab, users.disA.id, users.disA.email),
    confirmApiKey: async (tab) => {
      const id = await addSuspendedKey(system, users.audA.id);
      return confirmKey(tab, id);
    },
    startBulkAction: (tab) => startBulkAction(tab, { action: 'ACTIVATE', ids: [users.audA.id] }),
    cancelBulkAction: async (tab) => cancelBulkAction(tab, await addBulkJob(system)),
    ...Object.fromEntries(
      Object.entries(invitationMutations).map(([name, mutate]) => [
        name,
        async (tab: TestClient) =>
          mutate(tab, await addInvitation(system, `${name}@new.example`, { org: 'B', kind: 'user', state: 'pending' })),
      ]),
    ),
    changePassword: async (tab) => {
      await tab.graphql(documents.changePasswordDocument, input({ ...fresh, currentPassword: password }));
      await sentAfterAnswer(calls.logoutApiUser.path);
    },
  };
  expect(Object.keys(acts).sort()).toEqual(
    fieldsOf('Mutation')
      .map(({ name }) => name)
      .sort(),
  );
  const rows: string[] = [];
  for (const { name } of fieldsOf('Mutation')) {
    const by = { changePassword: 'assA', onboardOrganisation: 'nowhere' } as const;
    const made = await callsOf(async (tab) => acts[name]?.(tab), { by: by[name as keyof typeof by] ?? 'adm' });
    rows.push(row(name, made));
  }
  return rows;
}

// It makes every query and mutation, which a busy machine takes minutes for.
vi.setConfig({ testTimeout: 180_000 });

testWith('on', 'GQL-2 LARGE-7 docs/graphql-rest-calls.md says which calls each field makes', async () => {
  const { orgs, users } = system.platform;
  const text = [
    '# Which calls of the product API a GraphQL field makes',
    '',
    'Recorded by a test (`gateway/src/rest-calls.release.test.ts`; run it with `-u` after a change), for an Administrator and the platform that comes with the console. REST-3, which tells who asks,',
    'is made once in each request. Fields that are not listed are part of the response for their object.',
    '',
    headed('Queries', await queries()),
    headed('Fields with calls of their own', [
      ...(await below('Viewer', 'viewer { # }', ['REST-3'])),
      ...(await below('Organisation', `organisation(id: "${orgs.B}") { # }`, ['REST-3', 'REST-38'])),
      ...(await below('User', `user(id: "${users.orgB.id}") { # }`, ['REST-3', 'REST-22'])),
      ...(await below('Lookups', 'lookups { # }', ['REST-3'])),
    ]),
    headed('Mutations', await mutations()),
    headed('Calls in other cases', otherCases),
  ].join('\n');
  const named = new Set(text.match(/REST-\d+/g));
  expect(Object.values(calls).filter(({ item }) => item.startsWith('REST-') && !named.has(item))).toEqual([]);
  expect(wholeLists).toEqual([]);
  await expect(text).toMatchFileSnapshot(page);
});
