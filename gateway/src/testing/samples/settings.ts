import { numberSettings } from '@console/contract/organisation-settings';
import { demoNow } from '@console/platform/testing/demo-now';
import { addIntegrationKey, addOrganisationKey } from '@console/platform/testing/users';
import { expect } from 'vitest';
import { testAddresses } from '../address-mutations.ts';
import { createKey, suspendKeys } from '../key-mutations.ts';
import { newOrganisationKey } from '../organisation-key-mutations.ts';
import { pauseDeactivations } from '../provisioning-mutations.ts';
import { addReview, reviewInput } from '../review-mutations.ts';
import { addDevice, addSession } from '../security-mutations.ts';
import { addSso, ssoDomainOf } from '../sso-mutations.ts';
import { addWebhook } from '../webhook-mutations.ts';
import { ofExtension, type Prepare, type Sample, type Samples } from './sample.ts';

const organisationId = '{organisationId}';
const currentPassword = '{password}';

const sso: Prepare = async (system, { organisationId: id }) => {
  await addSso(system, Number(id));
  return { domain: ssoDomainOf(id) };
};
const webhook: Prepare = async (system, target) => {
  const { webhookId, deliveryId } = await addWebhook(system, Number(target.organisationId));
  return { webhookId, deliveryId };
};
const review: Prepare = (system, target) => addReview(system, Number(target.organisationId));
/** A user that the provider has created with another email domain. */
const outsideDomain: Prepare = async ({ platform: { db, now } }, { organisationId: id, userId }) => {
  const cause = { kind: 'OUTSIDE_DOMAINS', value: 'other.example', at: now() } as const;
  await db
    .insertInto('provisioning_cause')
    .values({ ...cause, ent_org_id: Number(id), ent_usr_id: Number(userId) })
    .execute();
  return {};
};
/** A review that has ended, with a decision that was not applied. */
const unappliedReview: Prepare = async (system, target) => {
  const added = await addReview(system, Number(target.organisationId));
  const { db, users } = system.platform;
  const user = db.selectFrom('ent_usr').select('id').where('ent_org_id', '=', Number(target.organisationId));
  const { id } = await user.where('is_disabled', '=', false).where('id', '<>', users.adm.id).executeTakeFirstOrThrow();
  await db
    .updateTable('access_review_item')
    .set({ ent_usr_id: id, decision: 'REMOVE', outcome: 'REFUSED' })
    .where('id', '=', Number(added.itemId))
    .execute();
  await db.updateTable('access_review').set({ state: 'ended' }).where('id', '=', Number(added.reviewId)).execute();
  return added;
};
const organisationKey: Prepare = async ({ platform: { db } }, target) => {
  const { id } = await addOrganisationKey(db, Number(target.organisationId));
  return { keyId: id };
};
/** A key of the active user. */
const key: Prepare = async ({ platform: { db } }, { userId }) => {
  await addIntegrationKey(db, Number(userId));
  const keys = db.selectFrom('api_key').select('id as keyId').where('ent_usr_id', '=', Number(userId));
  return keys.executeTakeFirstOrThrow();
};
/** A key of the caller. */
const ownKey: Prepare = async (_system, _target, _org, tab) => {
  const { data } = await createKey(tab);
  return { keyId: data.createApiKey.apiKey.id };
};

const ofSso = (more: object, changes: Sample['changes']): Sample => ({
  args: { input: { organisationId, ...more } },
  prepare: sso,
  changes,
});
const ofProvisioning = (more: object, changes: Sample['changes'], prepare?: Prepare): Sample => ({
  args: { input: { organisationId, currentPassword, ...more } },
  prepare,
  changes,
  isProvedFirst: true,
});
const ofReview = (input: object, changes: Sample['changes']): Sample => ({ args: { input }, prepare: review, changes });
const ofKey = (prepare: Prepare, changes: Sample['changes'], more: object = {}): Sample => ({
  args: { input: { id: '{keyId}', ...more } },
  prepare,
  changes,
});
const ofWebhook = (changes: Sample['changes'], more: object = {}): Sample => ({
  args: { input: { id: '{webhookId}', ...more } },
  prepare: webhook,
  changes,
});
const newAddresses = ['API_KEY', 'allowedAddresses', null, testAddresses.join(', ')] as const;
const newKey = ['API_KEY', 'name', null, 'Nightly sync'] as const;

/** Mutations of the settings, keys, webhooks and reviews of an organisation, and of the sessions and factors of its users. */
export const settingSamples: Samples = {
  updateConfig: {
    // The organisation has a limit of 50 users.
    async prepare({ platform: { db } }) {
      const users = db.updateTable('ent_usr').where('email', 'like', '%@active.example');
      await users.set({ is_disabled: true }).execute();
    },
  },
  ...ofExtension({
    ...Object.fromEntries(numberSettings.map(({ mutation }) => [mutation, { isProvedFirst: true }])),
    sendConfigPasscode: { args: { input: { organisationId } }, changes: ['USER'] },
    // Single sign-on was on: a new issuer turns it off.
    updateSingleSignOn: {
      ...ofSso({ issuer: 'https://idp.example', currentPassword }, [
        'ORGANISATION',
        'issuer',
        null,
        'https://idp.example',
      ]),
      also: [['SSO_ACTIVATE', 'ORGANISATION', 'enabled', 'true', 'false']],
    },
    verifySsoDomain: ofSso({ domain: '{domain}', withoutRecord: true }, [
      'ORGANISATION',
      'how',
      null,
      'by an Administrator',
    ]),
    testSingleSignOn: ofSso({}, ['ORGANISATION', 'passed', null, 'false']),
    startSingleSignOnTest: ofSso({}, null),
    setSingleSignOn: ofSso({ enabled: false, currentPassword }, ['ORGANISATION', 'enabled', 'true', 'false']),
    updateSignInRules: ofSso({ sessionMinutes: 480, currentPassword }, ['ORGANISATION', 'sessionMinutes', null, '480']),
    updateProvisioning: ofProvisioning({ defaultDesignation: 'Engineer' }, [
      'ORGANISATION',
      'defaultDesignation',
      'Not set',
      'Engineer',
    ]),
    setProvisioning: ofProvisioning({ enabled: true }, ['ORGANISATION', 'enabled', 'false', 'true']),
    acknowledgeEmailDomain: {
      args: { input: { organisationId, domain: 'other.example' } },
      prepare: outsideDomain,
      changes: ['ORGANISATION', 'emailDomain', null, 'other.example'],
    },
    resumeProviderDeactivations: ofProvisioning({}, ['ORGANISATION'], (system, target) =>
      pauseDeactivations(system, Number(target.organisationId)),
    ),
    startAccessReview: {
      args: { input: { organisationId, ...reviewInput(demoNow) } },
      changes: ['ACCESS_REVIEW', 'name', null, 'Quarterly'],
    },
    decideInAccessReview: {
      ...ofReview({ reviewId: '{reviewId}', decisions: [{ itemId: '{itemId}', decision: 'KEEP', version: 0 }] }, [
        'USER',
        'accessReview',
        null,
        'Quarterly',
      ]),
      done: 'REVIEWS_KEEP',
    },
    completeAccessReview: {
      ...ofReview({ reviewId: '{reviewId}', currentPassword }, ['ACCESS_REVIEW', 'name', null, 'Quarterly']),
      isProvedFirst: true,
    },
    cancelAccessReview: ofReview({ reviewId: '{reviewId}' }, ['ACCESS_REVIEW', 'name', null, 'Quarterly']),
    explainUnappliedDecision: {
      args: { input: { itemId: '{itemId}', reason: 'Responder until June' } },
      prepare: unappliedReview,
      changes: ['USER', 'accessReview', null, 'Quarterly'],
    },
    endAccessReviewSeries: ofReview({ seriesId: '{seriesId}' }, ['ACCESS_REVIEW', 'ended', null, 'true']),
    updateAllowedAddresses: {
      args: { input: { organisationId, addresses: testAddresses, currentPassword } },
      changes: ['ORGANISATION', 'allowedAddresses', null, testAddresses.join(', ')],
      isProvedFirst: true,
    },
    updateApiKeyAllowedAddresses: ofKey(ownKey, newAddresses, { addresses: testAddresses }),
    updateOrganisationApiKeyAllowedAddresses: ofKey(organisationKey, newAddresses, { addresses: testAddresses }),
    createApiKey: {
      args: { input: { name: 'Nightly sync', scopes: ['USERS_WRITE'], lifetime: 'DAYS_90', currentPassword } },
      changes: newKey,
    },
    rotateApiKey: ofKey(ownKey, ['API_KEY', 'prefix', null], { currentPassword }),
    revokeApiKey: ofKey(key, ['API_KEY', 'revokedAt', null]),
    confirmApiKey: {
      ...ofKey(
        async (system, target, org, tab) => {
          const suspended = await key(system, target, org, tab);
          await suspendKeys(system, Number(target.userId));
          return suspended;
        },
        ['API_KEY', 'suspendedAt', expect.any(String), null],
        { currentPassword },
      ),
      isProvedFirst: true,
    },
    createOrganisationApiKey: {
      args: { input: newOrganisationKey(organisationId, { currentPassword }) },
      changes: newKey,
      isProvedFirst: true,
    },
    rotateOrganisationApiKey: {
      ...ofKey(organisationKey, ['API_KEY', 'prefix', null], { currentPassword }),
      isProvedFirst: true,
    },
    revokeOrganisationApiKey: ofKey(organisationKey, ['API_KEY', 'revokedAt', null]),
    createWebhook: {
      args: { input: { organisationId, url: 'https://hooks.example/console', currentPassword } },
      changes: ['WEBHOOK', 'url', null, 'https://hooks.example'],
      isProvedFirst: true,
    },
    updateWebhook: ofWebhook(['WEBHOOK', 'isEnabled', 'true', 'false'], { enabled: false }),
    rotateWebhookSecret: {
      ...ofWebhook(['WEBHOOK', 'secret', null, 'changed'], { currentPassword }),
      isProvedFirst: true,
    },
    testWebhook: ofWebhook(['WEBHOOK']),
    resendWebhookDelivery: ofWebhook(['WEBHOOK', 'eventNumber', null, '1'], { id: '{deliveryId}' }),
    deleteWebhook: ofWebhook(['WEBHOOK', 'url', 'https://hooks.example', null]),
    endSession: {
      args: { input: { id: '{sessionId}', currentPassword } },
      prepare: async (system, { userId }) => ({ sessionId: await addSession(system, Number(userId)) }),
      changes: ['USER', 'session', null],
      isProvedFirst: true,
    },
    endOtherSessions: {
      args: { input: { userId: '{userId}', currentPassword } },
      prepare: (system, { userId }) => addSession(system, Number(userId)),
      changes: ['USER', 'sessions', null],
      isProvedFirst: true,
    },
    forgetDevice: {
      args: { input: { id: '{deviceId}' } },
      prepare: async (system, { userId }) => ({ deviceId: await addDevice(system, Number(userId)) }),
      changes: ['USER', 'device', null],
    },
    resetSecondFactors: {
      args: { input: { userId: '{userId}', currentPassword } },
      changes: ['USER', 'passkeys', '0', null],
      isProvedFirst: true,
    },
  }),
};
