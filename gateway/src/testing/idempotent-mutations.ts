import { addressInput, addressMutationNames, sendAddressMutation } from './address-mutations.ts';
import {
  beginSetup,
  confirmAuthenticatorApp,
  firstCode,
  removeAuthenticatorApp,
  renewRecoveryCodes,
  resetSecondFactors,
  setUpApp,
} from './authenticator-app-mutations.ts';
import { addBulkJob, cancelBulkAction, startBulkAction } from './bulk-mutations.ts';
import type { Answer, TestClient } from './client.ts';
import { setPendingEmailsDocument, updateProfileDocument } from './documents.ts';
import { addInvitation, invitationMutations } from './invitation-mutations.ts';
import { addSuspendedKey, confirmKey, createKey, revokeKey, rotateKey } from './key-mutations.ts';
import { addExternalUserFor, addMappingFor, mappingMutations } from './mapping-mutations.ts';
import {
  organisationKeyInput,
  organisationKeyMutationNames,
  sendOrganisationKeyMutation,
} from './organisation-key-mutations.ts';
import { createOrganisation, goodInput, organisationMutations } from './organisation-mutations.ts';
import { addPasskey, madePasskey, removePasskey, withPasskey } from './passkey-mutations.ts';
import { copyPersonalData, erasePerson } from './personal-data.ts';
import { pauseDeactivations, provisioningMutationNames, sendProvisioning } from './provisioning-mutations.ts';
import { reviewMutationInput, reviewMutationNames, sendReview } from './review-mutations.ts';
import { completeUsers } from './rows.ts';
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
import { addSso, sendSso, ssoMutationNames } from './sso-mutations.ts';
import { mode, type TestSystem } from './system.ts';
import { assessmentsOf, auditMutations, tabExtensions, tabMutations } from './tab-mutations.ts';
import { goodUser, userMutations } from './user-mutations.ts';
import { sendWebhookMutation, webhookInput, webhookMutationNames } from './webhook-mutations.ts';

/** Sends one mutation, the same each time, with the given headers. */
export type Repeat = (headers: Record<string, string | undefined>) => Promise<Answer>;

const areas = {
  ...{ ...userMutations, ...organisationMutations, ...mappingMutations, ...tabMutations },
  ...{ ...tabExtensions, ...auditMutations },
};
const ofExtensions = [
  ...['addPasskey', 'removePasskey'],
  ...ssoMutationNames,
  ...provisioningMutationNames,
  ...reviewMutationNames,
  ...webhookMutationNames,
  ...organisationKeyMutationNames,
  ...addressMutationNames,
  ...['revokeApiKey', 'confirmApiKey', 'unlinkIdentityProvider', 'endSession', 'endOtherSessions', 'forgetDevice'],
  ...['unblockSignIn', 'erasePerson'],
  'setPendingEmails',
  ...['removeAuthenticatorApp', 'resetSecondFactors', 'resendInvitation', 'revokeInvitation', 'setAuditRetention'],
  'setReviewEvidenceYears',
  'setSignInRetention',
  ...['sendConfigPasscode', 'withdrawMapping', 'withdrawExternalUser', 'startBulkAction', 'cancelBulkAction'],
];

/** Prepares a mutation that is not about signing in, on targets where it changes data. */
export async function prepareMutation(system: TestSystem, name: string): Promise<Repeat> {
  const { orgs, users, db } = system.platform;
  await completeUsers(system);
  const tab = await system.signIn(name === 'onboardOrganisation' ? 'nowhere' : 'adm');
  const given =
    prepareOwn(name, tab) ??
    (await prepareBulkAction(system, name, tab)) ??
    (await prepareWebhook(system, name, tab)) ??
    (await prepareOrganisationKey(system, name, tab)) ??
    (await prepareAddresses(system, name, tab)) ??
    (await prepareSecurity(system, name, tab)) ??
    (await preparePasskey(name, tab)) ??
    (await prepareSso(system, name, tab)) ??
    (await prepareProvisioning(system, name, tab)) ??
    (await prepareReview(system, name, tab)) ??
    (await prepareApp(system, name, tab)) ??
    (await prepareInvitation(system, name, tab));
  if (given) return given;
  if (name === 'handOverDuties') return prepareHandOver(system, tab);
  const isForeign = ['changeOrganiser', 'disableOrganisation'].includes(name);
  const org = isForeign ? 'B' : 'A';
  const [assessmentId = ''] = await assessmentsOf(system, org, [{}]);
  const isMapping = /Mapping$/.test(name);
  if (name === 'enableOrganisation')
    await db.updateTable('ent_org').set({ is_disabled: true }).where('id', '=', orgs.B).execute();
  if (/^(map|reject|remove|withdraw)ExternalUser$/.test(name)) await addExternalUserFor(system, name, 'mfaA', org);
  const target = {
    organisationId: name === 'enableOrganisation' ? orgs.B : orgs[org],
    userId: /ExternalUser$/.test(name) ? users.mfaA.id : users[isForeign ? 'orgB' : 'audA'].id,
    inactiveId: users.disA.id,
    mappingId: isMapping ? await addMappingFor(system, name, org) : '',
    assessmentId,
    email: 'unknown@unknown.example',
    name: 'Once',
  };
  const act = areas[name];
  if (!act) throw new Error(`no act for ${name}`);
  return (headers) => act(tab, target, headers);
}

/** Hands over a user to the organiser. */
export async function prepareHandOver({ platform: { db, users } }: TestSystem, tab: TestClient): Promise<Repeat> {
  const { assA, audA, orgA } = users;
  await db.updateTable('ent_usr').set({ supervisor: assA.email }).where('id', '=', audA.id).execute();
  const document = 'mutation($input: HandOverDutiesInput!) { handOverDuties(input: $input) { movedUserCount } }';
  const input = { userId: assA.id, toUserId: orgA.id, duties: ['SUPERVISED_USERS'] };
  return (headers) => tab.graphql(document, { input }, headers);
}

function prepareOwn(name: string, tab: TestClient): Repeat | Promise<Repeat> | null {
  const { email: _email, roleId: _role, deptLead: _lead, ...profile } = { ...goodUser, email: '' };
  if (name === 'updateProfile') return (headers) => tab.graphql(updateProfileDocument, { input: profile }, headers);
  if (name === 'setPendingEmails')
    return (headers) => tab.graphql(setPendingEmailsDocument, { input: { isOn: false } }, headers);
  const input = goodInput('Once');
  if (name === 'createOrganisation') return (headers) => createOrganisation(tab, input, undefined, headers);
  if (name === 'createApiKey') return (headers) => createKey(tab, {}, headers);
  if (name !== 'revokeApiKey' && name !== 'rotateApiKey') return null;
  return createKey(tab).then(({ data }) => {
    const { id } = data.createApiKey.apiKey;
    return (headers) =>
      name === 'revokeApiKey' ? revokeKey(tab, id, headers) : rotateKey(tab, id, undefined, headers);
  });
}

async function prepareSso(system: TestSystem, name: string, tab: TestClient): Promise<Repeat | null> {
  const known = ssoMutationNames.find((one) => one === name);
  if (!known) return null;
  const { A } = system.platform.orgs;
  await addSso(system, A);
  return (headers) => sendSso(tab, known, A, undefined, headers);
}

async function prepareReview(system: TestSystem, name: string, tab: TestClient): Promise<Repeat | null> {
  const known = reviewMutationNames.find((one) => one === name);
  if (!known) return null;
  const input = await reviewMutationInput(system, known, system.platform.orgs.A);
  return (headers) => sendReview(tab, known, input, headers);
}

async function prepareProvisioning(system: TestSystem, name: string, tab: TestClient): Promise<Repeat | null> {
  const known = provisioningMutationNames.find((one) => one === name);
  if (!known) return null;
  const { A } = system.platform.orgs;
  if (known === 'confirmProviderDeactivations') await pauseDeactivations(system, A);
  return (headers) => sendProvisioning(tab, known, A, undefined, headers);
}

async function prepareWebhook(system: TestSystem, name: string, tab: TestClient): Promise<Repeat | null> {
  const known = webhookMutationNames.find((one) => one === name);
  if (!known) return null;
  const input = await webhookInput(system, known, system.platform.orgs.A);
  return (headers) => sendWebhookMutation(tab, known, input, headers);
}

async function prepareOrganisationKey(system: TestSystem, name: string, tab: TestClient): Promise<Repeat | null> {
  const known = organisationKeyMutationNames.find((one) => one === name);
  if (!known) return null;
  const input = await organisationKeyInput(system, known, system.platform.orgs.A);
  return (headers) => sendOrganisationKeyMutation(tab, known, input, headers);
}

async function prepareAddresses(system: TestSystem, name: string, tab: TestClient): Promise<Repeat | null> {
  const known = addressMutationNames.find((one) => one === name);
  if (!known) return null;
  const input = await addressInput(system, known);
  return (headers) => sendAddressMutation(tab, known, input, headers);
}

async function prepareInvitation(system: TestSystem, name: string, tab: TestClient): Promise<Repeat | null> {
  if (!(name in invitationMutations)) return null;
  const id = await addInvitation(system, 'invited@new.example', { org: 'A', kind: 'user', state: 'pending' });
  return (headers) => invitationMutations[name as keyof typeof invitationMutations](tab, id, headers);
}

async function prepareBulkAction(system: TestSystem, name: string, tab: TestClient): Promise<Repeat | null> {
  if (name === 'startBulkAction') {
    // Active already: no row leaves an event while a test looks.
    const input = { action: 'ACTIVATE', ids: [system.platform.users.audA.id] };
    return (headers) => startBulkAction(tab, input, headers);
  }
  if (name !== 'cancelBulkAction') return null;
  const id = await addBulkJob(system);
  return (headers) => cancelBulkAction(tab, id, headers);
}

async function preparePasskey(name: string, tab: TestClient): Promise<Repeat | null> {
  if (name === 'addPasskey') {
    const { response } = await madePasskey(tab);
    return (headers) => addPasskey(tab, response, headers);
  }
  if (name !== 'removePasskey') return null;
  const { id } = await withPasskey(tab);
  return (headers) => removePasskey(tab, id, headers);
}

async function prepareSecurity(system: TestSystem, name: string, tab: TestClient): Promise<Repeat | null> {
  const { audA } = system.platform.users;
  if (name === 'unlinkIdentityProvider') {
    await addProviderLink(system, audA.id);
    return (headers) => unlinkIdentityProvider(tab, audA.id, headers);
  }
  if (name === 'copyPersonalData') return (headers) => copyPersonalData(tab, system.platform.users.mfaA.id, headers);
  if (name === 'erasePerson') {
    const { disA } = system.platform.users;
    return (headers) => erasePerson(tab, disA.id, disA.email, headers);
  }
  if (name === 'unblockSignIn') {
    // Others are the caller who is refused.
    const { mfaB } = system.platform.users;
    await blockSignIn(system, mfaB.id);
    return (headers) => unblockSignIn(tab, mfaB.id, headers);
  }
  if (name === 'confirmApiKey') {
    const id = await addSuspendedKey(system, audA.id);
    return (headers) => confirmKey(tab, id, headers);
  }
  if (!['endSession', 'endOtherSessions', 'forgetDevice'].includes(name)) return null;
  const session = await addSession(system, 'audA');
  if (name === 'endSession') return (headers) => endSession(tab, session, headers);
  if (name === 'endOtherSessions') return (headers) => endOtherSessions(tab, audA.id, headers);
  const device = await addDevice(system, 'audA');
  return (headers) => forgetDevice(tab, device, headers);
}

async function prepareApp(system: TestSystem, name: string, tab: TestClient): Promise<Repeat | null> {
  if (name === 'confirmAuthenticatorApp') {
    const setup = await beginSetup(tab);
    return (headers) => confirmAuthenticatorApp(tab, setup.setupId, firstCode(system, setup), headers);
  }
  if (name === 'resetSecondFactors')
    return (headers) => resetSecondFactors(tab, system.platform.users.audA.id, headers);
  if (name !== 'removeAuthenticatorApp' && name !== 'renewRecoveryCodes') return null;
  await setUpApp(system, tab);
  return (headers) => (name === 'renewRecoveryCodes' ? renewRecoveryCodes : removeAuthenticatorApp)(tab, headers);
}

/** Whether a mutation is possible with the product API of this run. */
export const isPossible = (name: string): boolean => mode === 'on' || !ofExtensions.includes(name);

/** The effects of everything so far: audit entries without refusals, and mails. */
export async function effectsOf({ platform: { db } }: TestSystem) {
  const entries = await db.selectFrom('audit_entry').select('action').where('action', 'not like', '%:refuse').execute();
  const effects = ['session:sendPasscode', 'account:digest'];
  const isEffect = (action: string) => effects.includes(action) || !/^(session|account):/.test(action);
  return {
    // People are created side by side.
    entries: entries
      .map(({ action }) => action)
      .filter(isEffect)
      .sort(),
    mails: (await db.selectFrom('mail').select('id').execute()).length,
  };
}
/** Times, cursors, addresses of files and the starts of API keys differ between two runs. */
export const withoutTimes = ({ data }: Answer) =>
  JSON.stringify(data).replace(/"[\d-]+T[\d:.]+Z"|"\/files\/[^"]+"|"key_\w+"|"cursor":"[^"]+"/g, '…');
export const said = ({ status, data, errors }: Answer) => ({
  status,
  data,
  codes: errors.map((error) => error.extensions.code),
});
