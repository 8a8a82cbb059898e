import { permissionFields } from '@console/contract/testing/access-matrix';
import { demoNow } from '@console/platform/testing/demo-now';
import { addUserMapping } from '@console/platform/testing/mappings';
import { addIntegrationKey, addOrganisationKey, addUsers } from '@console/platform/testing/users';
import { sendAddressMutation } from './address-mutations.ts';
import { resetSecondFactors } from './authenticator-app-mutations.ts';
import type { Answer, TestClient } from './client.ts';
import { addInvitation, invitationMutations } from './invitation-mutations.ts';
import { confirmKey, revokeKey, rotateKey, suspendKeys } from './key-mutations.ts';
import { addMappingFor, mappingMutations } from './mapping-mutations.ts';
import { newOrganisationKey, sendOrganisationKeyMutation } from './organisation-key-mutations.ts';
import { organisationMutations } from './organisation-mutations.ts';
import { copyPersonalData, erasePerson } from './personal-data.ts';
import { provisioningMutationNames, sendProvisioning } from './provisioning-mutations.ts';
import { addReview, reviewInput, sendReview } from './review-mutations.ts';
import {
  addDevice,
  addProviderLink,
  addSession,
  blockSignIn,
  endOtherSessions,
  endSession,
  forgetDevice,
  unblockSignIn,
  unlinkIdentityProvider,
} from './security-mutations.ts';
import { addSso, sendSso, ssoMutationNames, startTestDocument } from './sso-mutations.ts';
import { mode, password, type TestSystem } from './system.ts';
import { assessmentsOf, auditMutations, tabExtensions, tabMutations } from './tab-mutations.ts';
import { userMutations } from './user-mutations.ts';
import { addWebhook, sendWebhookMutation } from './webhook-mutations.ts';

/** Everything that a mutation can be about, of one organisation. */
export interface AccessTarget {
  organisationId: number | string;
  userId: number | string;
  inactiveId: number | string;
  mappingId: string;
  assessmentId: string;
  invitationId: string;
  keyId: number | string;
  sessionId: number | string;
  deviceId: number | string;
  webhookId: number | string;
  deliveryId: number | string;
  reviewId: number | string;
  seriesId: number | string;
  email: string;
  name: string;
}

type Send = (tab: TestClient, target: AccessTarget, headers?: object) => Promise<Answer>;

/** Sends each mutation that takes a permission, about a target. */
export const accessSenders: Readonly<Record<string, Send>> = {
  ...{ ...userMutations, ...organisationMutations, ...mappingMutations },
  ...{ ...tabMutations, ...tabExtensions, ...auditMutations },
  ...Object.fromEntries(
    ssoMutationNames.map((name): [string, Send] => [
      name,
      (tab, { organisationId }, headers) => sendSso(tab, name, organisationId, undefined, { ...headers }),
    ]),
  ),
  ...Object.fromEntries(
    provisioningMutationNames.map((name): [string, Send] => [
      name,
      (tab, { organisationId }, headers) => sendProvisioning(tab, name, organisationId, undefined, { ...headers }),
    ]),
  ),
  startSingleSignOnTest: (tab, { organisationId }, headers) =>
    tab.graphql(startTestDocument, { input: { organisationId } }, { ...headers }),
  createWebhook: (tab, { organisationId }, headers) =>
    sendWebhookMutation(tab, 'createWebhook', { organisationId, url: 'https://hooks.example/console' }, headers),
  updateWebhook: (tab, { webhookId: id }, headers) =>
    sendWebhookMutation(tab, 'updateWebhook', { id, enabled: false }, headers),
  ...Object.fromEntries(
    (['changeWebhookSecret', 'testWebhook', 'deleteWebhook'] as const).map((name): [string, Send] => [
      name,
      (tab, { webhookId: id }, headers) => sendWebhookMutation(tab, name, { id }, headers),
    ]),
  ),
  resendWebhookDelivery: (tab, { deliveryId: id }, headers) =>
    sendWebhookMutation(tab, 'resendWebhookDelivery', { id }, headers),
  updateAllowedAddresses: (tab, { organisationId }, headers) =>
    sendAddressMutation(tab, 'updateAllowedAddresses', { organisationId, addresses: [] }, headers),
  updateApiKeyAllowedAddresses: (tab, { keyId: id }, headers) =>
    sendAddressMutation(tab, 'updateApiKeyAllowedAddresses', { id, addresses: [] }, headers),
  updateOrganisationApiKeyAllowedAddresses: (tab, { keyId: id }, headers) =>
    sendAddressMutation(tab, 'updateOrganisationApiKeyAllowedAddresses', { id, addresses: [] }, headers),
  startAccessReview: (tab, { organisationId }, headers) =>
    sendReview(tab, 'startAccessReview', { organisationId, ...reviewInput(demoNow) }, { ...headers }),
  cancelAccessReview: (tab, { reviewId }, headers) =>
    sendReview(tab, 'cancelAccessReview', { reviewId }, { ...headers }),
  endAccessReviewSeries: (tab, { seriesId }, headers) =>
    sendReview(tab, 'endAccessReviewSeries', { seriesId }, { ...headers }),
  revokeApiKey: (tab, { keyId }, headers) => revokeKey(tab, keyId, headers),
  confirmApiKey: (tab, { keyId }, headers) => confirmKey(tab, keyId, headers),
  createOrganisationApiKey: (tab, { organisationId }, headers) =>
    sendOrganisationKeyMutation(tab, 'createOrganisationApiKey', newOrganisationKey(organisationId), headers),
  ...Object.fromEntries(
    (['rotateOrganisationApiKey', 'revokeOrganisationApiKey'] as const).map((name): [string, Send] => [
      name,
      (tab, { keyId: id }, headers) => sendOrganisationKeyMutation(tab, name, { id }, headers),
    ]),
  ),
  rotateApiKey: (tab, { keyId }, headers) => rotateKey(tab, keyId, password, headers),
  endSession: (tab, { sessionId }, headers) => endSession(tab, sessionId, headers),
  endOtherSessions: (tab, { userId }, headers) => endOtherSessions(tab, userId, headers),
  forgetDevice: (tab, { deviceId }, headers) => forgetDevice(tab, deviceId, headers),
  resetSecondFactors: (tab, { userId }, headers) => resetSecondFactors(tab, userId, headers),
  unlinkIdentityProvider: (tab, { userId }, headers) => unlinkIdentityProvider(tab, userId, headers),
  unblockSignIn: (tab, { userId }, headers) => unblockSignIn(tab, userId, headers),
  erasePerson: (tab, { inactiveId, name }, headers) =>
    erasePerson(tab, inactiveId, `${name}@inactive.example`, headers),
  copyPersonalData: (tab, { userId }, headers) => copyPersonalData(tab, userId, headers),
  ...Object.fromEntries(
    Object.entries(invitationMutations).map(([name, send]): [string, Send] => [
      name,
      (tab, { invitationId }, headers) => send(tab, invitationId, headers),
    ]),
  ),
};

let targets = 0;

/** A target for one mutation in organisation A or B, in the state that it needs. */
export async function targetFor(system: TestSystem, mutation: string, org: 'A' | 'B'): Promise<AccessTarget> {
  const { db, orgs } = system.platform;
  targets += 1;
  const name = `${mutation}${targets}`.toLowerCase();
  const person = {
    ...{ firstname: 'Ada', lastname: 'Lovelace', designation: 'Analyst', supervisor: 'boss@a.example' },
    ...{ department_name: 'Legal', role_id: mutation === 'changeOrganiser' ? 3 : 5 },
  };
  const isExternal = /^(map|reject|remove|withdraw)ExternalUser$/.test(mutation);
  const [userId = 0, inactiveId = 0] = await addUsers(db, isExternal ? orgs.M : orgs[org], [
    { ...person, email: `${name}@active.example` },
    { ...person, email: `${name}@inactive.example`, is_disabled: true },
  ]);
  const longAgo = new Date(Date.UTC(2026, 0, 1));
  const request = { created_at: longAgo, updated_at: longAgo, activated: mutation === 'removeExternalUser' || null };
  if (isExternal) await addUserMapping(db, userId, orgs[org], request);
  const unknown = 999_999;
  const target: AccessTarget = {
    ...{ organisationId: orgs[org], userId, inactiveId, email: `${name}@unheard.example`, name },
    ...{ mappingId: String(unknown), assessmentId: String(unknown), invitationId: String(unknown) },
    ...{ keyId: unknown, sessionId: unknown, deviceId: unknown, webhookId: unknown, deliveryId: unknown },
    ...{ reviewId: unknown, seriesId: unknown },
  };
  if (/Mapping$/.test(mutation)) {
    await db.deleteFrom('org_mapping').execute();
    target.mappingId = await addMappingFor(system, mutation, org);
  }
  if (mutation === 'changeAssessmentStatus') [target.assessmentId = ''] = await assessmentsOf(system, org, [{}]);
  if (mode === 'off') return target;
  if (/SsoDomain|SingleSignOn|SignInRules/.test(mutation)) await addSso(system, orgs[org]);
  if (/Webhook/.test(mutation)) Object.assign(target, await addWebhook(system, orgs[org]));
  if (/Invitation/.test(mutation))
    target.invitationId = await addInvitation(system, `${name}@invited.example`, {
      org,
      kind: 'user',
      state: 'pending',
    });
  if (/OrganisationApiKey/.test(mutation)) target.keyId = (await addOrganisationKey(db, orgs[org])).id;
  else if (/ApiKey/.test(mutation)) {
    await addIntegrationKey(db, userId);
    const { id } = await db
      .selectFrom('api_key')
      .select('id')
      .where('ent_usr_id', '=', userId)
      .executeTakeFirstOrThrow();
    target.keyId = id;
    if (mutation === 'confirmApiKey') await suspendKeys(system, userId);
  }
  if (/AccessReview/.test(mutation)) Object.assign(target, await addReview(system, orgs[org]));
  if (mutation === 'unlinkIdentityProvider') await addProviderLink(system, userId);
  if (mutation === 'unblockSignIn') await blockSignIn(system, userId);
  if (mutation === 'endSession') target.sessionId = await addSession(system, userId);
  if (mutation === 'forgetDevice') target.deviceId = await addDevice(system, userId);
  return target;
}

// biome-ignore lint/suspicious/noExplicitAny: an object as the documents below select it
type Body = any;

/** Where an object with permission fields is read, and what tells it from others of a list. */
const places: Record<string, [around: string, id?: (target: AccessTarget) => number | string]> = {
  Organisation: ['organisation(id: $organisationId) { # }'],
  User: ['user(id: $userId) { # }'],
  MappingEdge: [
    'organisation(id: $organisationId) { mappings(first: 100) { edges { node { id } # } } }',
    ({ mappingId }) => mappingId,
  ],
  ExternalUser: [
    'organisation(id: $organisationId) { externalUsers(first: 100) { nodes { node: user { id } # } } }',
    ({ userId }) => userId,
  ],
  Assessment: ['assessment(id: $assessmentId) { # }'],
  ApiKey: ['organisation(id: $organisationId) { apiKeys { id # } }', ({ keyId }) => keyId],
  OrganisationApiKey: ['organisation(id: $organisationId) { organisationApiKeys { id # } }', ({ keyId }) => keyId],
  Invitation: [
    'organisation(id: $organisationId) { invitations(first: 100) { nodes { id # } } }',
    ({ invitationId }) => invitationId,
  ],
};

/** Whether the permission field of a mutation is true for an object; false where it is not shown. Null: there is no field. */
export async function readPermission(tab: TestClient, mutation: string, target: AccessTarget): Promise<boolean | null> {
  for (const [type, fields] of Object.entries(permissionFields)) {
    const field = Object.keys(fields).findLast((name) => fields[name] === mutation);
    const [around, idOf] = places[type] ?? [];
    if (!field || !around) continue;
    const [, named = ''] = /\$(\w+)/.exec(around) ?? [];
    const id = /^(activateUser|erasePerson)$/.test(mutation) ? target.inactiveId : target[named as 'userId'];
    const { data } = await tab.graphql(`query($${named}: ID!) { ${around.replace('#', field)} }`, { [named]: id });
    const [read] = Object.values(data ?? {}) as Body[];
    const [list] = Object.values((read ?? {}) as Body) as Body[];
    const rows: Body[] = Array.isArray(list) ? list : (list?.edges ?? list?.nodes ?? []);
    const object = idOf ? rows.find((row) => (row.node?.id ?? row.id) === String(idOf(target))) : read;
    return object?.[field] ?? false;
  }
  return null;
}
