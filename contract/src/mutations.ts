import { declareMutations, type Mutation } from './mutation.ts';
import { type SettingMutation, settingRows } from './organisation-settings.ts';

const users = ['users:write'] as const;
const organisations = ['organisations:write'] as const;
const mappings = ['mappings:write'] as const;
/** Mutations that a password confirms take no idempotency key, because repeating them reaches the same state. */
const settingMutations = Object.fromEntries(
  settingRows.map((row) => [
    row.mutation,
    {
      action: row.change,
      event: row.event,
      ...(row.isConfirmed && { writes: [], idempotency: 'none' as const }),
      ...('words' in row && {
        writes: [row.mutation],
        isConfirmed: true as const,
        sample: {
          args: {
            input: { organisationId: '{organisationId}', [row.input]: row.sample, currentPassword: '{password}' },
          },
          changes: ['ORGANISATION', row.name, row.default?.toString() ?? null, String(row.sample)] as const,
        },
      }),
    },
  ]),
);

const ofOneself = { action: null } as const;

/** Every mutation of the schema. To add a mutation, begin here. */
export const mutations = declareMutations({
  login: { ...ofOneself, event: 'session:signIn', idempotency: 'none' },
  startPasskeySignIn: { ...ofOneself, event: 'session:signIn', idempotency: 'none' },
  signInWithPasskey: { ...ofOneself, event: 'session:signIn', idempotency: 'none' },
  sendOtp: { ...ofOneself, event: 'session:sendPasscode', idempotency: 'none' },
  startSingleSignOn: { ...ofOneself, event: 'session:signIn', idempotency: 'none' },
  completeSingleSignOn: { ...ofOneself, event: 'session:signIn', idempotency: 'none' },
  continueSingleSignOn: { ...ofOneself, event: 'session:signIn', idempotency: 'none' },
  confirmSingleSignOn: { ...ofOneself, event: 'account:linkProvider', idempotency: 'none' },
  logout: { ...ofOneself, event: 'session:signOut', idempotency: 'none' },
  adoptSession: { ...ofOneself, event: 'session:adopt', idempotency: 'none' },
  switchModule: { ...ofOneself, event: 'session:handOver', idempotency: 'none' },
  encrypt: { ...ofOneself, event: null, idempotency: 'none' },
  requestPasswordReset: { ...ofOneself, event: 'account:requestReset', idempotency: 'none' },
  resetPassword: { ...ofOneself, event: 'account:resetPassword', idempotency: 'none' },
  changePassword: { ...ofOneself, event: 'account:changePassword', idempotency: 'none' },
  setPendingEmails: { ...ofOneself, event: 'account:digest' },
  updateProfile: { ...ofOneself, event: 'users:edit', scopes: users },
  createUser: { action: 'users:create', writes: ['createOrgUser'], scopes: users },
  updateUser: { action: 'users:edit', writes: ['updateOrgUser'], scopes: users },
  activateUser: {
    action: 'users:activate',
    writes: ['activateDeactivateUser'],
    scopes: users,
    sample: { args: { id: '{inactiveId}' }, changes: ['USER', 'disabled', 'true', 'false'] },
  },
  deactivateUser: {
    action: 'users:deactivate',
    writes: ['activateDeactivateUser'],
    scopes: users,
    isConfirmed: true,
    sample: {
      args: { id: '{userId}', currentPassword: '{password}' },
      changes: ['USER', 'disabled', 'false', 'true'],
    },
  },
  previewUserUpload: { action: 'users:upload', writes: [] },
  uploadUsers: { action: 'users:upload', writes: ['bulkUserUpload'], scopes: users },
  createOrganisation: {
    action: 'organisations:create',
    writes: ['createOrg', 'createOrgUser', 'updateOrganiser', 'createOrgUser', 'createOrgUser'],
    scopes: [...organisations, ...users],
  },
  updateOrganisation: {
    action: 'organisations:edit',
    writes: ['createOrUpdareOrg'],
    scopes: organisations,
    scopeOfField: ['organiser', 'users:write'],
  },
  onboardOrganisation: { ...ofOneself, event: 'organisations:onboard', scopes: [...organisations, ...users] },
  enableOrganisation: {
    action: 'organisations:enable',
    writes: ['enableDisableOrg'],
    scopes: organisations,
    sample: { args: { id: '{organisationId}' }, changes: ['ORGANISATION', 'disabled', 'true', 'false'] },
  },
  disableOrganisation: {
    action: 'organisations:disable',
    writes: ['enableDisableOrg'],
    scopes: organisations,
    isConfirmed: true,
    sample: {
      args: { id: '{organisationId}', currentPassword: '{password}' },
      changes: ['ORGANISATION', 'disabled', 'false', 'true'],
    },
  },
  changeOrganiser: {
    action: 'organisations:changeOrganiser',
    writes: ['updateOrganiser'],
    scopes: organisations,
    isConfirmed: true,
    sample: {
      args: { organisationId: '{organisationId}', userId: '{userId}' },
      changes: ['ORGANISATION', 'organiser', null],
    },
  },
  nominateSeniorManager: {
    action: 'organisations:nominate',
    writes: ['updateOrgUser'],
    scopes: users,
    sample: {
      args: { input: { organisationId: '{organisationId}', designationId: 'CFO', userId: '{userId}' } },
      changes: ['USER', 'designation', 'Analyst', 'CFO'],
    },
  },
  inviteOrganisation: { action: 'mappings:invite', writes: ['inviteUser'], scopes: mappings },
  acceptMapping: {
    action: 'mappings:answer',
    writes: ['activateDeactivate'],
    scopes: mappings,
    sample: {
      args: { organisationId: '{organisationId}', id: '{mappingId}' },
      changes: ['MAPPING', 'status', 'Pending', 'Accepted'],
    },
  },
  rejectMapping: {
    action: 'mappings:answer',
    writes: ['activateDeactivate'],
    scopes: mappings,
    sample: {
      args: { organisationId: '{organisationId}', id: '{mappingId}' },
      changes: ['MAPPING', 'status', 'Pending', 'Rejected'],
    },
  },
  endMapping: { action: 'mappings:answer', event: 'mappings:end', writes: ['endMapping'], scopes: mappings },
  withdrawMapping: {
    action: 'mappings:invite',
    event: 'mappings:withdraw',
    writes: ['withdrawMapping'],
    scopes: mappings,
  },
  inviteExternalUser: {
    action: 'users:inviteExternal',
    writes: ['externalOrgInviteUser'],
    scopes: users,
    sample: {
      args: { organisationId: '{organisationId}', email: '{email}' },
      changes: ['EXTERNAL_USER', 'mappedOrganisation', null],
    },
  },
  mapExternalUser: {
    action: 'users:mapExternal',
    writes: ['activateDeactivate'],
    scopes: mappings,
    scopeOfField: ['person', 'users:write'],
    sample: {
      args: { input: { organisationId: '{organisationId}', userId: '{userId}' } },
      changes: ['EXTERNAL_USER', 'activated', null, 'true'],
    },
  },
  rejectExternalUser: {
    action: 'users:mapExternal',
    writes: ['activateDeactivate'],
    scopes: mappings,
    sample: {
      args: { organisationId: '{organisationId}', userId: '{userId}' },
      changes: ['EXTERNAL_USER', 'activated', null, 'false'],
    },
  },
  removeExternalUser: {
    action: 'users:mapExternal',
    event: 'users:removeExternal',
    writes: ['removeExternalUser'],
    scopes: mappings,
  },
  withdrawExternalUser: {
    action: 'users:inviteExternal',
    event: 'users:withdrawExternal',
    writes: ['withdrawExternalUser'],
    scopes: mappings,
  },
  changeAssessmentStatus: {
    action: 'assessments:changeStatus',
    writes: ['updateAsmtState'],
    scopes: ['assessments:write'],
    sample: {
      args: { organisationId: '{organisationId}', id: '{assessmentId}', status: 'On Hold' },
      changes: ['ASSESSMENT', 'status', 'In Progress', 'On Hold'],
    },
  },
  updateSso: {
    action: 'sso:edit',
    writes: ['updateAdfs'],
    scopes: ['sso:write'],
    sample: {
      args: {
        input: {
          organisationId: '{organisationId}',
          clientId: 'client-1',
          tenantId: 'tenant-1',
          clientSecret: '{secret}',
        },
      },
      changes: ['ORGANISATION', 'clientSecret', null, 'changed'],
    },
  },
  // Each sets a state or runs a test. A repetition changes nothing, so none takes an idempotency key.
  updateSingleSignOn: { action: 'sso:activate', event: 'sso:edit', writes: [], idempotency: 'none' },
  verifySsoDomain: { action: 'sso:activate', event: 'sso:verifyDomain', writes: [], idempotency: 'none' },
  testSingleSignOn: { action: 'sso:activate', event: 'sso:test', writes: [], idempotency: 'none' },
  startSingleSignOnTest: { action: 'sso:activate', event: 'sso:test', writes: [], idempotency: 'none' },
  // Only the product API knows the organisation.
  completeSingleSignOnTest: { action: null, event: 'sso:test', writes: [], idempotency: 'none' },
  setSingleSignOn: { action: 'sso:activate', writes: [], idempotency: 'none' },
  // Each sets a state, so none takes an idempotency key.
  updateProvisioning: { action: 'scim:edit', writes: [], idempotency: 'none' },
  setProvisioning: { action: 'scim:edit', event: 'scim:switch', writes: [], idempotency: 'none' },
  acknowledgeEmailDomain: { action: 'scim:edit', event: 'scim:acknowledgeDomain', writes: [], idempotency: 'none' },
  resumeProviderDeactivations: {
    action: 'scim:edit',
    event: 'scim:confirmDeactivations',
    writes: [],
    idempotency: 'none',
  },
  startAccessReview: { action: 'reviews:start', writes: ['startAccessReview'] },
  // No permission: only the reviewer decides, and only the starter completes. A version in the input or a final state makes repetitions safe.
  decideInAccessReview: { action: null, event: 'reviews:decide', writes: [], idempotency: 'none' },
  completeAccessReview: { action: null, event: 'reviews:end', writes: [], idempotency: 'none' },
  cancelAccessReview: { action: 'reviews:cancel', writes: [], idempotency: 'none' },
  // A second reason fails, which makes repetitions safe.
  explainUnappliedDecision: { action: 'reviews:start', event: 'reviews:explain', writes: [], idempotency: 'none' },
  endAccessReviewSeries: { action: 'reviews:cancel', event: 'reviews:repeat', writes: [], idempotency: 'none' },
  updateConfig: {
    action: 'config:edit',
    writes: ['updateConfig'],
    scopes: ['config:write'],
    sample: {
      args: {
        input: {
          organisationId: '{organisationId}',
          notificationFrequency: 'Weekly',
          otpRequired: false,
          userLimit: 50,
        },
      },
      changes: ['ORGANISATION', 'userLimit', null, '50'],
    },
  },
  sendConfigPasscode: {
    action: 'config:edit',
    event: 'session:sendPasscode',
    writes: ['sendConfigPasscode'],
    scopes: ['config:write'],
  },
  createApiKey: { ...ofOneself, event: 'keys:create', idempotency: 'secret' },
  rotateApiKey: { ...ofOneself, event: 'keys:rotate', idempotency: 'secret' },
  confirmApiKey: { action: 'keys:confirm', writes: ['confirmKey'] },
  updateApiKeyAllowedAddresses: { ...ofOneself, event: 'network:editKey', writes: ['updateKeyAddresses'] },
  updateOrganisationApiKeyAllowedAddresses: {
    action: 'network:edit',
    event: 'network:editKey',
    writes: ['updateOrganisationKeyAddresses'],
  },
  revokeApiKey: { action: 'keys:revoke', writes: ['revokeKey'] },
  createOrganisationApiKey: {
    action: 'orgKeys:create',
    event: 'keys:create',
    writes: ['createOrganisationApiKey'],
    isConfirmed: true,
    idempotency: 'secret',
  },
  rotateOrganisationApiKey: {
    action: 'orgKeys:rotate',
    event: 'keys:rotate',
    writes: ['rotateOrganisationApiKey'],
    isConfirmed: true,
    idempotency: 'secret',
  },
  revokeOrganisationApiKey: { action: 'keys:revoke', event: 'keys:revoke', writes: ['revokeOrganisationApiKey'] },
  createWebhook: { action: 'webhooks:create', writes: ['createWebhook'], isConfirmed: true, idempotency: 'secret' },
  updateWebhook: { action: 'webhooks:edit', writes: ['updateWebhook'], isConfirmed: true },
  rotateWebhookSecret: {
    action: 'webhooks:changeSecret',
    writes: ['rotateWebhookSecret'],
    isConfirmed: true,
    idempotency: 'secret',
  },
  testWebhook: { action: 'webhooks:test', writes: ['testWebhook'] },
  resendWebhookDelivery: { action: 'webhooks:resend', writes: ['resendWebhookDelivery'] },
  deleteWebhook: { action: 'webhooks:delete', writes: ['deleteWebhook'] },
  endSession: { action: 'security:end', event: 'security:endSession', writes: ['endSession'] },
  endOtherSessions: { action: 'security:end', event: 'security:endSession', writes: ['endSessions'] },
  forgetDevice: { action: 'security:end', event: 'security:forgetDevice', writes: ['forgetDevice'] },
  startPasskey: { ...ofOneself, event: 'security:addPasskey', idempotency: 'none' },
  startPasskeyConfirmation: { ...ofOneself, event: 'account:confirm', idempotency: 'none' },
  startSingleSignOnConfirmation: { ...ofOneself, event: 'account:confirm', idempotency: 'none' },
  confirmWithSingleSignOn: { ...ofOneself, event: 'account:confirm', idempotency: 'none' },
  confirmWithPasskey: { ...ofOneself, event: 'account:confirm', idempotency: 'none' },
  addPasskey: { ...ofOneself, event: 'security:addPasskey' },
  removePasskey: { ...ofOneself, event: 'security:removePasskey' },
  setUpAuthenticatorApp: { ...ofOneself, event: 'security:setUpApp', idempotency: 'secret' },
  confirmAuthenticatorApp: { ...ofOneself, event: 'security:setUpApp', idempotency: 'secret' },
  removeAuthenticatorApp: { ...ofOneself, event: 'security:removeApp' },
  resetSecondFactors: { action: 'security:end', event: 'security:resetFactors', writes: ['resetFactors'] },
  unlinkIdentityProvider: { action: 'security:end', event: 'security:unlinkProvider', writes: ['unlinkProvider'] },
  unblockSignIn: { action: 'users:unblock', writes: ['unblockSignIn'] },
  erasePerson: { action: 'privacy:erase', writes: ['erasePerson'] },
  // No permission is needed for own data.
  copyPersonalData: { action: 'privacy:copy', writes: ['startPersonDataCopy'], idempotency: 'none' },
  renewRecoveryCodes: { ...ofOneself, event: 'security:renewCodes', idempotency: 'secret' },
  // Each kind of invitation needs the permission to create that kind.
  resendInvitation: { action: null, event: 'invitations:resend', writes: ['resendInvitation'], scopes: users },
  revokeInvitation: { action: null, event: 'invitations:revoke', writes: ['revokeInvitation'], scopes: users },
  copyInvitationLink: {
    action: null,
    event: 'invitations:copyLink',
    writes: ['copyInvitationLink'],
    scopes: [...users, 'sensitive:write'],
    idempotency: 'secret',
  },
  startExport: { ...ofOneself, event: 'lists:export', writes: [], idempotency: 'none' },
  // Each bulk action needs the permission of the single mutation.
  startBulkAction: { action: null, event: 'bulk:start', writes: ['startBulkAction'], scopes: users },
  cancelBulkAction: { action: null, event: 'bulk:cancel', writes: ['cancelBulkAction'], scopes: users },
  ...(settingMutations as Record<SettingMutation, (typeof settingMutations)[string]>),
});

export type MutationName = keyof typeof mutations;

export const mutationOf = (name: MutationName): Mutation => mutations[name];

export const mutationNames = Object.keys(mutations) as MutationName[];
