/** Every action of the audit log. */
export const auditActions = [
  'session:signIn',
  'session:signOut',
  'session:sendPasscode',
  'session:block',
  'session:useKey',
  'session:handOver',
  'session:adopt',
  'account:provePassword',
  'account:changePassword',
  'account:requestReset',
  'account:resetPassword',
  'users:create',
  'users:invite',
  'users:edit',
  'users:upload',
  'users:activate',
  'users:deactivate',
  'users:inviteExternal',
  'users:mapExternal',
  'organisations:create',
  'organisations:edit',
  'organisations:onboard',
  'organisations:createOrganiser',
  'organisations:changeOrganiser',
  'organisations:nominate',
  'organisations:enable',
  'organisations:disable',
  'mappings:invite',
  'mappings:answer',
  'assessments:changeStatus',
  'sso:edit',
  'config:edit',
  'security:endSession',
  'security:forgetDevice',
  'keys:create',
  'keys:rotate',
  'keys:revoke',
  'invitations:resend',
  'invitations:revoke',
  'invitations:copyLink',
  'audit:setRetention',
  'access:request',
] as const;

/** What an event of the audit log is about, as `area:verb`; `access:request` is any other refused request, such as a read. */
export type AuditAction = (typeof auditActions)[number];

/** How a request came to the audit log: with a session, an API key, by a direct REST call, without sign-in, or from the product API itself. */
export const auditChannels = ['session', 'bearer', 'rest', 'public', 'system'] as const;

/** Who caused an event: a signed-in or named person, an API key, the product API itself, or a caller that is unknown. */
export const auditActorKinds = ['person', 'key', 'system', 'unknown'] as const;
