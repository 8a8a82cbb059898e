import { addUserMapping } from '@console/platform/testing/mappings';
import { addUsers } from '@console/platform/testing/users';
import { addBulkJob } from '../bulk-mutations.ts';
import { addInvitation } from '../invitation-mutations.ts';
import {
  addMappingFor,
  endDocument,
  removeExternalUserDocument,
  withdrawDocument,
  withdrawExternalUserDocument,
} from '../mapping-mutations.ts';
import { sendFile } from '../multipart.ts';
import {
  createOrganisation,
  goodInput,
  goodOrganisation,
  goodOrganiser,
  onboardDocument,
  sendOrganisation,
  updateOrganisation,
} from '../organisation-mutations.ts';
import { addProviderLink, blockSignIn } from '../security-mutations.ts';
import { assessmentsOf } from '../tab-mutations.ts';
import { countAlone, lines, preview } from '../user-files.ts';
import { goodUser } from '../user-mutations.ts';
import { ofExtension, type Prepare, type Samples, type Send } from './sample.ts';

const person = { firstname: 'Grace', designation: 'Analyst', supervisor: 'boss@a.example', department_name: 'Legal' };

/** Prepares a user of another organisation, invited into the target's organisation. */
const external =
  (activated: true | null = null): Prepare =>
  async ({ platform: { db, orgs } }, { name }, org) => {
    const [userId = 0] = await addUsers(db, orgs.M, [{ ...person, email: `${name}@external.example`, role_id: 5 }]);
    const longAgo = new Date(Date.UTC(2026, 0, 1));
    await addUserMapping(db, userId, orgs[org], { created_at: longAgo, updated_at: longAgo, activated });
    return { userId };
  };

/** Prepares a mapping that the mutation changes. */
const mapping =
  (mutation: string): Prepare =>
  async (system, _target, org) => {
    await system.platform.db.deleteFrom('org_mapping').execute();
    return { mappingId: await addMappingFor(system, mutation, org) };
  };

const onMapping =
  (document: string): Send =>
  (tab, { organisationId, mappingId: id }, headers) =>
    tab.graphql(document, { organisationId, id }, { ...headers });
const onExternalUser =
  (document: string): Send =>
  (tab, { organisationId, userId }, headers) =>
    tab.graphql(document, { organisationId, userId }, { ...headers });

const invitation: Prepare = async (system, { name }, org) => {
  const invited = { org, kind: 'user', state: 'pending' } as const;
  return { invitationId: await addInvitation(system, `${name}@invited.example`, invited) };
};
const ofInvitation = { args: { input: { id: '{invitationId}' } }, prepare: invitation };
const invitationBecomes = (state: string) => ['INVITATION', 'state', 'Pending', state] as const;

/** Mutations of users, organisations and the mappings between them. */
export const userSamples: Samples = {
  createUser: {
    args: { input: { ...goodUser, organisationId: '{organisationId}', email: '{email}' } },
    changes: ['USER', 'email', null, 'once@unheard.example'],
  },
  updateUser: {
    args: { input: { ...goodUser, id: '{userId}' } },
    changes: ['USER', 'firstName', 'Grace', 'Ada'],
  },
  previewUserUpload: {
    send: (tab, { organisationId }, headers) =>
      sendFile(tab, preview, { organisationId: String(organisationId) }, { text: lines('Ada') }, headers),
    changes: null,
  },
  uploadUsers: {
    send: (tab, { organisationId, name }, headers) =>
      sendFile(tab, countAlone, { organisationId: String(organisationId) }, { text: lines(`up.${name}`) }, headers),
    changes: ['USER', 'email', null, 'up.once@new.example'],
  },
  // One event for the organisation, one for each person and one for the organiser, as when they are created one by one.
  createOrganisation: {
    send: (tab, { name, token: attempt }, headers) =>
      createOrganisation(tab, goodInput(`New ${name}`, { attempt }), undefined, headers),
    changes: ['ORGANISATION', 'brandName', null, 'New once'],
    also: [
      ['USERS_CREATE', 'USER', 'email', null, 'newonce@new.example'],
      ['ORGANISATIONS_CHANGE_ORGANISER', 'ORGANISATION', 'organiser', null],
      ['USERS_CREATE', 'USER', 'email', null, 'ceo.newonce@new.example'],
      ['USERS_CREATE', 'USER', 'email', null, 'dpo.newonce@new.example'],
    ],
  },
  updateOrganisation: {
    send: (tab, { organisationId: id, name }, headers) =>
      updateOrganisation(tab, { id, organisation: goodOrganisation(`Changed ${name}`) }, undefined, headers),
    changes: ['ORGANISATION', 'brandName', 'Organisation A', 'Changed once'],
  },
  onboardOrganisation: {
    send(tab, { name }, headers) {
      const input = { organisation: goodOrganisation(`Board ${name}`), organiser: goodOrganiser('x@new.example') };
      return sendOrganisation(tab, onboardDocument, input, undefined, headers);
    },
    by: 'nowhere',
    changes: ['ORGANISATION', 'brandName', null, 'Board once'],
    also: [['USERS_EDIT', 'USER', 'firstName', 'nowhere', 'Ada']],
  },
  changeOrganiser: {
    async prepare({ platform: { db } }, { userId }) {
      await db.updateTable('ent_usr').set({ role_id: 3 }).where('id', '=', Number(userId)).execute();
    },
  },
  inviteOrganisation: {
    args: { organisationId: '{organisationId}', email: '{email}' },
    changes: ['USER', 'email', null, 'once@unheard.example'],
  },
  acceptMapping: { prepare: mapping('acceptMapping') },
  rejectMapping: { prepare: mapping('rejectMapping') },
  // One event for each organisation; for an external user one for the user's own.
  endMapping: {
    send: onMapping(endDocument),
    prepare: mapping('endMapping'),
    changes: ['MAPPING', 'status', 'Accepted', 'Ended'],
    also: [['MAPPINGS_END', 'MAPPING', 'status', 'Accepted', 'Ended']],
  },
  withdrawMapping: {
    send: onMapping(withdrawDocument),
    prepare: mapping('withdrawMapping'),
    changes: ['MAPPING', 'status', 'Pending', 'Withdrawn'],
    also: [['MAPPINGS_WITHDRAW', 'MAPPING', 'status', 'Pending', 'Withdrawn']],
    isExtension: true,
  },
  mapExternalUser: { prepare: external() },
  rejectExternalUser: { prepare: external() },
  removeExternalUser: {
    send: onExternalUser(removeExternalUserDocument),
    prepare: external(true),
    changes: ['EXTERNAL_USER', 'activated', 'true', 'false'],
    also: [['USERS_REMOVE_EXTERNAL', 'USER', 'activated', 'true', 'false']],
  },
  withdrawExternalUser: {
    send: onExternalUser(withdrawExternalUserDocument),
    prepare: external(),
    changes: ['EXTERNAL_USER', 'status', null, 'Withdrawn'],
    also: [['USERS_WITHDRAW_EXTERNAL', 'USER', 'status', null, 'Withdrawn']],
    isExtension: true,
  },
  changeAssessmentStatus: {
    async prepare(system, _target, org) {
      const [assessmentId] = await assessmentsOf(system, org, [{}]);
      return { assessmentId };
    },
  },
  ...ofExtension({
    resendInvitation: { ...ofInvitation, changes: invitationBecomes('Pending') },
    revokeInvitation: { ...ofInvitation, changes: invitationBecomes('Revoked') },
    copyInvitationLink: { ...ofInvitation, changes: invitationBecomes('Pending') },
    // The user is active already, so the job records no further event during the test.
    startBulkAction: {
      args: { input: { action: 'ACTIVATE', ids: ['{userId}'] } },
      changes: ['REQUEST', 'act', null, 'activate'],
    },
    cancelBulkAction: {
      args: { input: { id: '{jobId}' } },
      prepare: async (system) => ({ jobId: await addBulkJob(system) }),
      changes: ['REQUEST'],
      codes: ['UNAUTHENTICATED', 'NOT_FOUND'],
    },
    unlinkIdentityProvider: {
      args: { input: { userId: '{userId}', currentPassword: '{password}' } },
      prepare: (system, { userId }) => addProviderLink(system, Number(userId)),
      changes: ['USER', 'issuer', 'https://idp.example', null],
    },
    unblockSignIn: {
      args: { input: { userId: '{userId}', currentPassword: '{password}' } },
      prepare: (system, { userId }) => blockSignIn(system, Number(userId)),
      changes: ['USER', 'signInBlocked', 'true', 'false'],
    },
    erasePerson: {
      args: { input: { userId: '{inactiveId}', email: '{inactiveEmail}', currentPassword: '{password}' } },
      changes: ['USER'],
    },
    copyPersonalData: {
      args: { input: { userId: '{userId}', currentPassword: '{password}' } },
      changes: ['USER'],
      isProvedFirst: true,
    },
  }),
};
