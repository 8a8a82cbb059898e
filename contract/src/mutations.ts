import type { AuditAction } from './audit-actions.ts';
import type { KeyScope } from './key-scopes.ts';

/** What holds for a mutation of the GraphQL schema in every package. */
interface MutationDeclaration {
  /** What its refusals are about in the audit log; null for what changes nothing. */
  event: AuditAction | null;
  /** The scopes that an API key needs: those of all its calls, so that none is refused after another was made. */
  scopes: readonly KeyScope[];
  /** A scope that it also needs when its input has this field. */
  scopeOfField?: readonly [field: string, scope: KeyScope];
  /** `none`: it takes no idempotency key; `secret`: its answer has a secret and is not stored. By default a repetition gets the stored answer. */
  idempotency?: 'none' | 'secret';
}

const declare = <const D extends Record<string, MutationDeclaration>>(declarations: D) => declarations;

const users = ['users:write'] as const;
const organisations = ['organisations:write'] as const;
const mappings = ['mappings:write'] as const;
/** About signing in and passwords, which refuse keys themselves or need no caller, and about what only a person does. */
const none = [] as const;

/** Every mutation of the schema. Adding one begins here. */
export const mutations = declare({
  login: { event: 'session:signIn', scopes: none, idempotency: 'none' },
  sendOtp: { event: 'session:sendPasscode', scopes: none, idempotency: 'none' },
  logout: { event: 'session:signOut', scopes: none, idempotency: 'none' },
  adoptSession: { event: 'session:adopt', scopes: none, idempotency: 'none' },
  switchModule: { event: 'session:handOver', scopes: none, idempotency: 'none' },
  encrypt: { event: null, scopes: none, idempotency: 'none' },
  requestPasswordReset: { event: 'account:requestReset', scopes: none, idempotency: 'none' },
  resetPassword: { event: 'account:resetPassword', scopes: none, idempotency: 'none' },
  changePassword: { event: 'account:changePassword', scopes: none, idempotency: 'none' },
  updateProfile: { event: 'users:edit', scopes: users },
  createUser: { event: 'users:create', scopes: users },
  updateUser: { event: 'users:edit', scopes: users },
  activateUser: { event: 'users:activate', scopes: users },
  deactivateUser: { event: 'users:deactivate', scopes: users },
  previewUserUpload: { event: 'users:upload', scopes: none },
  uploadUsers: { event: 'users:upload', scopes: users },
  createOrganisation: { event: 'organisations:create', scopes: [...organisations, ...users] },
  updateOrganisation: {
    event: 'organisations:edit',
    scopes: organisations,
    scopeOfField: ['organiser', 'users:write'],
  },
  onboardOrganisation: { event: 'organisations:onboard', scopes: [...organisations, ...users] },
  enableOrganisation: { event: 'organisations:enable', scopes: organisations },
  disableOrganisation: { event: 'organisations:disable', scopes: organisations },
  changeOrganiser: { event: 'organisations:changeOrganiser', scopes: organisations },
  nominateSeniorManager: { event: 'organisations:nominate', scopes: users },
  inviteOrganisation: { event: 'mappings:invite', scopes: mappings },
  acceptMapping: { event: 'mappings:answer', scopes: mappings },
  rejectMapping: { event: 'mappings:answer', scopes: mappings },
  inviteExternalUser: { event: 'users:inviteExternal', scopes: users },
  mapExternalUser: { event: 'users:mapExternal', scopes: mappings, scopeOfField: ['person', 'users:write'] },
  rejectExternalUser: { event: 'users:mapExternal', scopes: mappings },
  changeAssessmentStatus: { event: 'assessments:changeStatus', scopes: ['assessments:write'] },
  updateSso: { event: 'sso:edit', scopes: ['sso:write'] },
  updateConfig: { event: 'config:edit', scopes: ['config:write'] },
  createApiKey: { event: 'keys:create', scopes: none, idempotency: 'secret' },
  rotateApiKey: { event: 'keys:rotate', scopes: none, idempotency: 'secret' },
  revokeApiKey: { event: 'keys:revoke', scopes: none },
  endSession: { event: 'security:endSession', scopes: none },
  endOtherSessions: { event: 'security:endSession', scopes: none },
  forgetDevice: { event: 'security:forgetDevice', scopes: none },
  resendInvitation: { event: 'invitations:resend', scopes: users },
  revokeInvitation: { event: 'invitations:revoke', scopes: users },
  copyInvitationLink: {
    event: 'invitations:copyLink',
    scopes: [...users, 'sensitive:write'],
    idempotency: 'secret',
  },
  setAuditRetention: { event: 'audit:setRetention', scopes: none },
});

/** The name of a mutation. */
export type MutationName = keyof typeof mutations;

/** The declaration of a mutation. */
export const mutationOf = (name: MutationName): MutationDeclaration => mutations[name];

/** The names of all mutations. */
export const mutationNames = Object.keys(mutations) as MutationName[];
