/** Every action of the audit log: what a sentence says when it is done and when it is refused, in which `{}` is the target, and what a target without a name is. */
export const auditPhrases = {
  'session:signIn': ['signed in', 'sign in', ''],
  'session:signOut': ['signed out', 'sign out', ''],
  'session:endByProvider': ['was signed out by the provider', 'have the provider sign people out', ''],
  'session:sendPasscode': ['was sent a passcode', 'get a passcode', ''],
  'session:block': ['was blocked after failed attempts to sign in', 'sign in', ''],
  'session:useKey': ['used a session or key', 'use a session or key', ''],
  'session:handOver': ['switched to another module', 'switch to another module', ''],
  'session:adopt': ['came from another module', 'come from another module', ''],
  'account:provePassword': ['gave the current password', 'give the current password', ''],
  'account:confirm': ['confirmed an act without the password', 'confirm an act without the password', ''],
  'account:changePassword': ['changed their password', 'change their password', ''],
  'account:requestReset': ['requested a link to reset the password', 'request a link to reset the password', ''],
  'account:resetPassword': ['set a password with a mailed link', 'set a password with a mailed link', ''],
  'account:linkProvider': [
    'confirmed the first sign-in by the provider',
    'confirm the first sign-in by the provider',
    '',
  ],
  'users:create': ['created {}', 'create {}', 'a user'],
  'users:invite': ['invited {} to set a password', 'invite {} to set a password', 'a user'],
  'users:edit': ['changed {}', 'change {}', 'a user'],
  'users:upload': ['uploaded {}', 'upload {}', 'users'],
  'users:activate': ['activated {}', 'activate {}', 'a user'],
  'users:deactivate': ['deactivated {}', 'deactivate {}', 'a user'],
  'users:unlock': ['unlocked {}', 'unlock {}', 'a user'],
  'users:inviteExternal': ['invited the external user {}', 'invite the external user {}', ''],
  'users:mapExternal': ['answered for the external user {}', 'answer for the external user {}', ''],
  'users:endExternal': ['ended the work of the external user {}', 'end the work of the external user {}', ''],
  'users:withdrawExternal': [
    'withdrew the invitation of the external user {}',
    'withdraw the invitation of the external user {}',
    '',
  ],
  'organisations:create': ['created {}', 'create {}', 'an organisation'],
  'organisations:edit': ['changed {}', 'change {}', 'an organisation'],
  'organisations:onboard': ['onboarded {}', 'onboard {}', 'an organisation'],
  'organisations:createOrganiser': ['made {} the organiser', 'make {} the organiser', 'a new user'],
  'organisations:changeOrganiser': ['changed the organiser of {}', 'change the organiser of {}', 'an organisation'],
  'organisations:nominate': ['changed the senior post of {}', 'change the senior post of {}', 'a user'],
  'organisations:enable': ['enabled {}', 'enable {}', 'an organisation'],
  'organisations:disable': ['disabled {}', 'disable {}', 'an organisation'],
  'mappings:invite': ['invited {} to a mapping', 'invite {} to a mapping', 'an organisation'],
  'mappings:answer': ['answered the mapping request of {}', 'answer the mapping request of {}', 'an organisation'],
  'mappings:end': ['ended the mapping with {}', 'end the mapping with {}', 'an organisation'],
  'mappings:withdraw': ['withdrew the mapping request to {}', 'withdraw the mapping request to {}', 'an organisation'],
  'assessments:changeStatus': ['changed the status of {}', 'change the status of {}', 'an assessment'],
  'sso:edit': ['changed single sign-on of {}', 'change single sign-on of {}', 'an organisation'],
  'sso:activate': ['switched single sign-on of {}', 'switch single sign-on of {}', 'an organisation'],
  'sso:setSignInRules': ['changed the sign-in rules of {}', 'change the sign-in rules of {}', 'an organisation'],
  'sso:test': ['tested single sign-on of {}', 'test single sign-on of {}', 'an organisation'],
  'sso:verifyDomain': ['verified an email domain of {}', 'verify an email domain of {}', 'an organisation'],
  'config:edit': ['changed the configuration of {}', 'change the configuration of {}', 'an organisation'],
  'security:endSession': ['ended sessions of {}', 'end sessions of {}', 'a user'],
  'security:endAllSessions': ['ended the sessions of everyone', 'end the sessions of everyone', ''],
  'security:rotateSecrets': ['renewed the secrets of the platform', 'renew the secrets of the platform', ''],
  'security:forgetDevice': ['removed a remembered device of {}', 'remove a remembered device of {}', 'a user'],
  'security:addPasskey': ['added a passkey of {}', 'add a passkey of {}', 'a user'],
  'security:removePasskey': ['removed a passkey of {}', 'remove a passkey of {}', 'a user'],
  'security:setUpApp': ['set up an authenticator app', 'set up an authenticator app', ''],
  'security:removeApp': ['removed their authenticator app', 'remove their authenticator app', ''],
  'security:resetFactors': ['reset the second factors of {}', 'reset the second factors of {}', 'a user'],
  'security:renewCodes': ['made new recovery codes', 'make new recovery codes', ''],
  'security:useCode': ['signed in with a recovery code', 'sign in with a recovery code', ''],
  'keys:create': ['created the API key {}', 'create the API key {}', ''],
  'keys:rotate': ['rotated the API key {}', 'rotate the API key {}', ''],
  'keys:revoke': ['revoked the API key {}', 'revoke the API key {}', ''],
  'keys:expire': ['recorded that the API key {} expired', 'record that the API key {} expired', ''],
  'invitations:resend': ['invited {} again', 'invite {} again', 'a user'],
  'invitations:revoke': ['revoked the invitation of {}', 'revoke the invitation of {}', 'a user'],
  'invitations:copyLink': ['copied an invitation link of {}', 'copy an invitation link of {}', 'a user'],
  'invitations:lapse': [
    'recorded that the invitation of {} lapsed',
    'record that the invitation of {} lapsed',
    'a user',
  ],
  'audit:setRetention': [
    'changed how long the activity of {} is kept',
    'change how long the activity of {} is kept',
    'an organisation',
  ],
  'lists:export': ['exported {}', 'export {}', 'a list'],
  'bulk:start': ['started a bulk act on {}', 'start a bulk act on {}', 'users'],
  'bulk:cancel': ['cancelled a bulk act on {}', 'cancel a bulk act on {}', 'users'],
  'access:request': ['sent a request', 'open what they requested', ''],
} as const satisfies Record<string, readonly [done: string, toDo: string, nameless: string]>;

/** What an event of the audit log is about, as `area:verb`; `access:request` is any other refused request, such as a read. */
export type AuditAction = keyof typeof auditPhrases;

/** Every action of the audit log. */
export const auditActions = Object.keys(auditPhrases) as [AuditAction, ...AuditAction[]];

/** How a request came to the audit log: with a session, an API key, by a direct REST call, without sign-in, or from the product API itself. */
export const auditChannels = ['session', 'bearer', 'rest', 'public', 'system'] as const;

/** Who caused an event: a signed-in or named person, an API key, the product API itself, or a caller that is unknown. */
export const auditActorKinds = ['person', 'key', 'system', 'unknown'] as const;
