/** The actions of the audit log, each with the names that refusals report for it: GraphQL fields and REST calls. */
const names = {
  'session:signIn': ['login'],
  'session:signOut': ['logout', 'logoutApiUser'],
  'session:sendPasscode': ['sendOtp'],
  'session:block': ['session:guesses'],
  'session:useKey': ['session:resume'],
  'session:handOver': ['switchModule', 'handover'],
  'session:adopt': ['adoptSession', 'apiUserDetail'],
  'account:provePassword': ['validPassword'],
  'account:changePassword': ['changePassword', 'changePwd'],
  'account:requestReset': ['requestPasswordReset'],
  'account:resetPassword': ['resetPassword', 'resetPwd', 'userByResetPwd'],
  'users:create': ['createUser', 'createOrgUser'],
  'users:invite': [],
  'users:edit': ['updateUser', 'updateProfile', 'updateOrgUser'],
  'users:upload': ['uploadUsers', 'previewUserUpload', 'bulkUserUpload'],
  'users:activate': ['activateUser'],
  'users:deactivate': ['deactivateUser', 'activateDeactivateUser'],
  'users:inviteExternal': ['inviteExternalUser', 'externalOrgInviteUser'],
  'users:mapExternal': ['mapExternalUser', 'rejectExternalUser'],
  'organisations:create': ['createOrganisation', 'createOrg'],
  'organisations:edit': ['updateOrganisation', 'createOrUpdareOrg'],
  'organisations:onboard': ['onboardOrganisation'],
  'organisations:createOrganiser': ['createOrganiser'],
  'organisations:changeOrganiser': ['changeOrganiser', 'updateOrganiser'],
  'organisations:nominate': ['nominateSeniorManager'],
  'organisations:enable': ['enableOrganisation'],
  'organisations:disable': ['disableOrganisation', 'enableDisableOrg'],
  'mappings:invite': ['inviteOrganisation', 'inviteUser'],
  'mappings:answer': ['acceptMapping', 'rejectMapping', 'activateDeactivate'],
  'assessments:changeStatus': ['changeAssessmentStatus', 'updateAsmtState'],
  'sso:edit': ['updateSso', 'updateAdfs'],
  'config:edit': ['updateConfig'],
  'security:endSession': ['security:end', 'endSession', 'endSessions', 'endOtherSessions'],
  'security:forgetDevice': ['forgetDevice'],
  'keys:create': ['createApiKey', 'createKey'],
  'keys:rotate': ['rotateApiKey', 'rotateKey'],
  'keys:revoke': ['revokeApiKey', 'revokeKey'],
  'invitations:resend': ['resendInvitation'],
  'invitations:revoke': ['revokeInvitation'],
  'invitations:copyLink': ['copyInvitationLink'],
  'audit:setRetention': ['setAuditRetention'],
  'access:request': [],
} as const satisfies Record<string, readonly string[]>;

/** What an event of the audit log is about, as `area:verb`; `access:request` is any other refused request, such as a read. */
export type AuditAction = keyof typeof names;

/** Every action of the audit log. */
export const auditActions = Object.keys(names) as [AuditAction, ...AuditAction[]];

const byName: ReadonlyMap<string, AuditAction> = new Map(
  auditActions.flatMap((action) => [action, ...names[action]].map((name): [string, AuditAction] => [name, action])),
);

/** The action with this name, or with the name of one of its GraphQL fields or REST calls. */
export const auditActionOf = (name: string): AuditAction => byName.get(name) ?? 'access:request';

/** How a request came to the audit log: with a session, an API key, by a direct REST call, without sign-in, or from the product API itself. */
export const auditChannels = ['session', 'bearer', 'rest', 'public', 'system'] as const;

/** Who caused an event: a signed-in or named person, an API key, the product API itself, or a caller that is unknown. */
export const auditActorKinds = ['person', 'key', 'system', 'unknown'] as const;
