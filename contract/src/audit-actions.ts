import type { EventTypeRule } from './event-types.ts';
import { settingActions } from './organisation-settings.ts';

/** Actions of the audit log: sentences when done and when refused (`{}` is the target), words for a target without name, type in the feed. */
export const auditActionTable = {
  'session:signIn': ['signed in', 'sign in', '', 'sign_in.succeeded'],
  'session:signOut': ['signed out', 'sign out', '', null],
  'session:endByProvider': [
    'was signed out by the identity provider',
    'have the identity provider sign users out',
    '',
    null,
  ],
  'session:sendPasscode': ['was sent a passcode', 'request a passcode', '', null],
  'session:block': ['was locked after failed attempts to sign in', 'sign in', '', null],
  'session:useKey': ['used a session or key', 'use a session or key', '', null],
  'session:handOver': ['switched to another module', 'switch to another module', '', null],
  'session:adopt': ['arrived from another module', 'arrive from another module', '', null],
  'account:provePassword': ['confirmed their password', 'confirm their password', '', null],
  'account:confirm': ['confirmed an action without a password', 'confirm an action without a password', '', null],
  'account:changePassword': ['changed their password', 'change their password', '', null],
  'account:requestReset': ['requested a password reset link', 'request a password reset link', '', null],
  'account:resetPassword': [
    'set a password with an emailed link',
    'set a password with an emailed link',
    '',
    {
      cases: [
        [{ field: 'with', is: 'invitation' }, 'invitation.accepted'],
        [{ field: 'with', is: 'onboarding' }, 'invitation.accepted'],
      ],
      otherwise: null,
    },
  ],
  'account:linkProvider': [
    'confirmed their first sign-in through the identity provider',
    'confirm their first sign-in through the identity provider',
    '',
    null,
  ],
  'account:replaceProviderLink': [
    'linked their account to a different user at the identity provider',
    'link their account to a different user at the identity provider',
    '',
    'provider_link.replaced',
  ],
  'users:create': ['created {}', 'create {}', 'a user', 'user.created'],
  'users:invite': ['invited {} to set a password', 'invite {} to set a password', 'a user', 'invitation.sent'],
  'users:edit': [
    'changed {}',
    'change {}',
    'a user',
    { cases: [[{ changed: 'role_id' }, 'user.role_changed']], otherwise: 'user.updated' },
  ],
  'users:takeOver': ['moved {} between organisations', 'move {} between organisations', 'a user', 'user.taken_over'],
  'scim:takeOver': ['linked {} to provisioning', 'link {} to provisioning', 'a user', 'user.updated'],
  'scim:resetAccount': ['reset the account of {}', 'reset the account of {}', 'a user', 'user.updated'],
  'scim:release': ['unlinked {} from provisioning', 'unlink {} from provisioning', 'a user', 'user.updated'],
  'users:upload': ['uploaded {}', 'upload {}', 'users', 'user.created'],
  'users:activate': ['activated {}', 'activate {}', 'a user', 'user.activated'],
  'users:deactivate': ['deactivated {}', 'deactivate {}', 'a user', 'user.deactivated'],
  'users:blockSignIn': ['blocked the sign-in of {}', 'block the sign-in of {}', 'a user', 'user.updated'],
  'users:unblock': ['unblocked the sign-in of {}', 'unblock the sign-in of {}', 'a user', 'user.updated'],
  'users:unlock': ['unlocked {} after failed attempts', 'unlock {} after failed attempts', 'a user', null],
  'users:inviteExternal': ['invited the external user {}', 'invite the external user {}', '', 'external_user.invited'],
  'users:mapExternal': [
    'changed the external user {}',
    'decide about the external user {}',
    '',
    {
      cases: [
        [{ field: 'activated', is: 'true' }, 'external_user.accepted'],
        [{ field: 'activated', is: 'false' }, 'external_user.rejected'],
      ],
      otherwise: null,
    },
  ],
  'users:removeExternal': ['removed the external user {}', 'remove the external user {}', '', 'external_user.removed'],
  'users:withdrawExternal': [
    'withdrew the invitation of the external user {}',
    'withdraw the invitation of the external user {}',
    '',
    'external_user.withdrawn',
  ],
  'organisations:create': ['created {}', 'create {}', 'an organisation', 'organisation.created'],
  'organisations:edit': ['changed {}', 'change {}', 'an organisation', 'organisation.updated'],
  'organisations:onboard': [
    'onboarded {}',
    'onboard {}',
    'an organisation',
    { cases: [[{ isNew: true }, 'organisation.created']], otherwise: 'organisation.updated' },
  ],
  'organisations:createOrganiser': [
    'made {} the main Organiser',
    'make {} the main Organiser',
    'a new user',
    { cases: [[{ changed: 'ent_org_id' }, 'user.created']], otherwise: 'user.updated' },
  ],
  'organisations:changeOrganiser': [
    'changed the main Organiser of {}',
    'change the main Organiser of {}',
    'an organisation',
    'organisation.updated',
  ],
  'organisations:nominate': ['changed the designation of {}', 'change the designation of {}', 'a user', 'user.updated'],
  'organisations:enable': ['enabled {}', 'enable {}', 'an organisation', 'organisation.enabled'],
  'organisations:disable': ['disabled {}', 'disable {}', 'an organisation', 'organisation.disabled'],
  'organisations:delete': ['deleted {}', 'delete {}', 'an organisation', null],
  'mappings:invite': [
    'invited {} to a mapping',
    'invite {} to a mapping',
    'an organisation',
    { cases: [[{ target: 'org_mapping' }, 'mapping.requested']], otherwise: 'invitation.sent' },
  ],
  'mappings:answer': [
    'decided about the mapping request of {}',
    'decide about the mapping request of {}',
    'an organisation',
    {
      cases: [[{ field: 'activated', is: 'true' }, 'mapping.accepted']],
      otherwise: 'mapping.rejected',
    },
  ],
  'mappings:end': ['ended the mapping with {}', 'end the mapping with {}', 'an organisation', 'mapping.ended'],
  'mappings:withdraw': [
    'withdrew the mapping request to {}',
    'withdraw the mapping request to {}',
    'an organisation',
    'mapping.withdrawn',
  ],
  'assessments:changeStatus': [
    'changed the status of {}',
    'change the status of {}',
    'an assessment',
    'assessment.status_changed',
  ],
  'sso:edit': [
    'changed the single sign-on settings of {}',
    'change the single sign-on settings of {}',
    'an organisation',
    'single_sign_on.updated',
  ],
  'sso:activate': [
    'changed the single sign-on status of {}',
    'change the single sign-on status of {}',
    'an organisation',
    'single_sign_on.switched',
  ],
  'network:editKey': [
    'changed the allowed IP addresses of the API key {}',
    'change the allowed IP addresses of the API key {}',
    '',
    null,
  ],
  'network:allowForAdministrators': [
    'changed the allowed IP addresses of Administrators',
    'change the allowed IP addresses of Administrators',
    '',
    null,
  ],
  'sso:test': ['tested single sign-on of {}', 'test single sign-on of {}', 'an organisation', null],
  'sso:verifyDomain': [
    'verified an email domain of {}',
    'verify an email domain of {}',
    'an organisation',
    'single_sign_on.updated',
  ],
  'scim:edit': [
    'changed the provisioning settings of {}',
    'change the provisioning settings of {}',
    'an organisation',
    'configuration.updated',
  ],
  'scim:switch': [
    'changed the provisioning status of {}',
    'change the provisioning status of {}',
    'an organisation',
    'configuration.updated',
  ],
  'scim:confirmDeactivations': [
    'resumed deactivations by the identity provider of {}',
    'resume deactivations by the identity provider of {}',
    'an organisation',
    null,
  ],
  'scim:acknowledgeDomain': [
    'acknowledged an email domain of users provisioned in {}',
    'acknowledge an email domain of users provisioned in {}',
    'an organisation',
    null,
  ],
  ...settingActions,
  'config:edit': [
    'changed the configuration of {}',
    'change the configuration of {}',
    'an organisation',
    'configuration.updated',
  ],
  'security:endSession': ['ended sessions of {}', 'end sessions of {}', 'a user', null],
  'security:endAllSessions': ['ended the sessions of all users', 'end the sessions of all users', '', null],
  'security:rotateSecrets': ['rotated the secrets of the platform', 'rotate the secrets of the platform', '', null],
  'security:forgetDevice': ['removed a remembered device of {}', 'remove a remembered device of {}', 'a user', null],
  'security:addPasskey': ['added a passkey of {}', 'add a passkey of {}', 'a user', null],
  'security:removePasskey': ['removed a passkey of {}', 'remove a passkey of {}', 'a user', null],
  'security:setUpApp': ['set up an authenticator app', 'set up an authenticator app', '', null],
  'security:removeApp': ['removed their authenticator app', 'remove their authenticator app', '', null],
  'security:resetFactors': [
    'reset the second factors of {}',
    'reset the second factors of {}',
    'a user',
    'factor.reset',
  ],
  'security:unlinkProvider': [
    'unlinked {} from the identity provider',
    'unlink {} from the identity provider',
    'a user',
    'provider_link.removed',
  ],
  'security:renewCodes': ['created new recovery codes', 'create new recovery codes', '', null],
  'security:useCode': ['signed in with a recovery code', 'sign in with a recovery code', '', null],
  'keys:create': ['created the API key {}', 'create the API key {}', '', 'key.created'],
  'keys:rotate': ['rotated the API key {}', 'rotate the API key {}', '', 'key.rotated'],
  'keys:revoke': ['revoked the API key {}', 'revoke the API key {}', '', 'key.revoked'],
  'keys:confirm': ['confirmed the API key {}', 'confirm the API key {}', '', 'key.confirmed'],
  'keys:expire': ['recorded that the API key {} expired', 'record that the API key {} expired', '', 'key.expired'],
  'webhooks:create': ['created the webhook {}', 'create the webhook {}', '', 'webhook.created'],
  'webhooks:edit': ['changed the webhook {}', 'change the webhook {}', '', 'webhook.updated'],
  'webhooks:changeSecret': [
    'rotated the secret of the webhook {}',
    'rotate the secret of the webhook {}',
    '',
    'webhook.secret_changed',
  ],
  'webhooks:switchOff': [
    'turned off the failing webhook {}',
    'turn off the failing webhook {}',
    '',
    'webhook.switched_off',
  ],
  'webhooks:test': ['tested the webhook {}', 'test the webhook {}', '', 'webhook.tested'],
  'webhooks:resend': ['resent an event to the webhook {}', 'resend an event to the webhook {}', '', null],
  'webhooks:delete': ['deleted the webhook {}', 'delete the webhook {}', '', 'webhook.deleted'],
  'invitations:resend': ['resent the invitation to {}', 'resend the invitation to {}', 'a user', 'invitation.sent'],
  'invitations:revoke': ['revoked the invitation of {}', 'revoke the invitation of {}', 'a user', 'invitation.revoked'],
  'invitations:copyLink': [
    'copied an invitation link for {}',
    'copy an invitation link for {}',
    'a user',
    'invitation.sent',
  ],
  'invitations:expire': [
    'recorded that the invitation of {} expired',
    'record that the invitation of {} expired',
    'a user',
    'invitation.expired',
  ],
  'audit:redact': [
    'erased personal data from an event of {}',
    'erase personal data from an event of {}',
    'an organisation',
    null,
  ],
  'reviews:start': ['started the access review {}', 'start the access review {}', '', 'review.started'],
  'reviews:decide': ['decided in the access review {}', 'decide in the access review {}', '', null],
  'reviews:keep': ['decided to keep the access of {}', 'decide to keep the access of {}', 'a user', null],
  'reviews:changeRole': ['decided to change the role of {}', 'decide to change the role of {}', 'a user', null],
  'reviews:remove': ['decided to remove the access of {}', 'decide to remove the access of {}', 'a user', null],
  'reviews:undo': ['undid the decision about {}', 'undo the decision about {}', 'a user', null],
  'reviews:cancel': ['cancelled the access review {}', 'cancel the access review {}', '', 'review.cancelled'],
  'reviews:end': ['completed the access review {}', 'complete the access review {}', '', 'review.ended'],
  'reviews:carryOut': ['applied the access review {}', 'apply the access review {}', '', null],
  'reviews:explain': [
    'explained why the decision about {} was not applied',
    'explain why the decision about {} was not applied',
    'a user',
    null,
  ],
  'reviews:repeat': [
    'changed the recurrence of the access review {}',
    'change the recurrence of the access review {}',
    '',
    null,
  ],
  'privacy:copy': ['downloaded the personal data of {}', 'download the personal data of {}', 'a user', null],
  'privacy:erase': ['erased the personal data of {}', 'erase the personal data of {}', 'a user', 'user.erased'],
  'users:handOver': ['handed over responsibilities of {}', 'hand over responsibilities of {}', 'a user', null],
  'account:digest': ['changed their pending items email setting', 'change their pending items email setting', '', null],
  'lists:export': ['exported {}', 'export {}', 'a list', null],
  'bulk:start': ['started a bulk action on {}', 'start a bulk action on {}', 'users', null],
  'bulk:cancel': ['cancelled a bulk action on {}', 'cancel a bulk action on {}', 'users', null],
  'access:request': ['sent a request', 'open what they requested', '', null],
} as const satisfies Record<string, readonly [done: string, toDo: string, nameless: string, event: EventTypeRule]>;

const decided = (what: string) => ({ 'activated true': `accepted ${what}`, 'activated false': `rejected ${what}` });
const switched = (field: string, what: string) => ({
  [`${field} true`]: `turned on ${what}`,
  [`${field} false`]: `turned off ${what}`,
});

/** Texts of actions with several results, by a changed field and its new value. */
const results: Partial<Record<AuditAction, Readonly<Record<string, string>>>> = {
  'users:mapExternal': decided('the external user {}'),
  'mappings:answer': decided('the mapping request of {}'),
  'sso:activate': {
    'enabled false': 'turned off single sign-on of {}',
    'required true': 'made single sign-on of {} required',
    'required false': 'made single sign-on of {} optional',
    'enabled true': 'turned on single sign-on of {}',
  },
  'scim:switch': switched('enabled', 'provisioning of {}'),
  'account:digest': switched('digests', 'their pending items email'),
  'webhooks:edit': switched('is_enabled', 'the webhook {}'),
  'reviews:repeat': { 'ended true': 'ended the recurring access review {}' },
};

/** The text of a completed action, chosen by the changes of its event. */
export function doneWords(action: AuditAction, changes: readonly { field?: unknown; to?: unknown }[]): string {
  const done = changes.map(({ field, to }) => `${field} ${to}`);
  const result = Object.entries(results[action] ?? {}).find(([change]) => done.includes(change));
  return result?.[1] ?? auditActionTable[action]?.[0] ?? '';
}

/** Action of an event in the audit log, as `area:verb`; `access:request` is any other refused request, such as a read. */
export type AuditAction = keyof typeof auditActionTable;

export const auditActions = Object.keys(auditActionTable) as [AuditAction, ...AuditAction[]];

/** Channel of a request: a session, an API key, a direct REST call, no sign-in, or the product API itself. */
export const auditChannels = ['session', 'bearer', 'rest', 'public', 'system', 'scim'] as const;

/** Actor of an event: a person, an API key, an identity provider, the product API itself, or unknown. */
export const auditActorKinds = ['person', 'key', 'scim', 'system', 'unknown'] as const;

/** Actions that count as a failed sign-in when refused. */
export const signInActions: readonly AuditAction[] = [
  'session:signIn',
  'session:sendPasscode',
  'session:block',
  'security:useCode',
];
