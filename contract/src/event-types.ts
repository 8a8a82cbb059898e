import type { AuditAction } from './audit-actions.ts';

/** The types of events in the feed, and what has happened. A name keeps its meaning; more may be added. */
export const eventTypes = {
  'user.created': 'A user was created, one by one, by an upload or by single sign-on.',
  'user.updated': 'Details of a user were changed, or their post.',
  'user.role_changed': 'A user got another role; other details may have changed with it.',
  'user.activated': 'A user was activated.',
  'user.deactivated': 'A user was deactivated.',
  'invitation.sent': 'An invitation was sent, or sent again, or its link was copied.',
  'invitation.accepted': 'An invited user set their password.',
  'invitation.revoked': 'An invitation was revoked.',
  'invitation.lapsed': 'The link of an invitation expired before it was used.',
  'mapping.requested': 'An organisation asked another for a mapping.',
  'mapping.accepted': 'A mapping request was accepted.',
  'mapping.rejected': 'A mapping request was rejected.',
  'mapping.ended': 'An accepted mapping was ended.',
  'mapping.withdrawn': 'A mapping request was withdrawn.',
  'external_user.invited': 'A user was invited to work for another organisation.',
  'external_user.accepted': 'The invitation of an external user was accepted.',
  'external_user.rejected': 'The invitation of an external user was rejected.',
  'external_user.ended': 'The work of an external user was ended.',
  'external_user.withdrawn': 'The invitation of an external user was withdrawn.',
  'assessment.status_changed': 'An assessment got another status.',
  'organisation.created': 'An organisation was created.',
  'organisation.updated': 'Details of an organisation were changed, or its organiser.',
  'organisation.enabled': 'An organisation was enabled.',
  'organisation.disabled': 'An organisation was disabled.',
  'configuration.updated':
    'The configuration of an organisation was changed, its rules of sign-in, or for how long its activity is kept.',
  'single_sign_on.updated': 'The settings of single sign-on were changed, or a domain was verified.',
  'single_sign_on.switched': 'Single sign-on was switched on or off, or became required or not.',
  'key.created': 'An API key was created.',
  'key.rotated': 'An API key was replaced by a new one, and expires soon.',
  'key.revoked': 'An API key was revoked.',
  'key.expired': 'An API key expired.',
  'factor.reset': 'The second factors of a user were reset.',
  'sign_in.succeeded': 'A user signed in.',
  'sign_in.refused': 'A sign-in was refused.',
  'request.refused': 'Any other request was refused.',
} as const satisfies Record<string, string>;

/** A type of event. */
export type EventType = keyof typeof eventTypes;

/** Every type of event. */
export const eventTypeNames = Object.keys(eventTypes) as [EventType, ...EventType[]];

/** The version of the form of events; a form that programs cannot read as before gets a new one. */
export const eventSchemaVersion = 1;

/** What tells events of the same action apart: a field that was changed, the value of one after the change, what the target is, or that nothing was there before. */
type EventCondition = { changed: string } | { field: string; is: string } | { target: 'org_mapping' } | { isNew: true };

/** The types of an action; the first with a true condition. */
interface TypesByCondition {
  cases: readonly (readonly [condition: EventCondition, type: EventType])[];
  otherwise: EventType | null;
}

/** The type of what was done, by its action; null: it is in the activity only. */
export const eventTypeOfAction: Readonly<Record<AuditAction, EventType | null | TypesByCondition>> = {
  'session:signIn': 'sign_in.succeeded',
  'session:signOut': null,
  'session:endByProvider': null,
  'session:sendPasscode': null,
  'session:block': null,
  'session:useKey': null,
  'session:handOver': null,
  'session:adopt': null,
  'account:provePassword': null,
  'account:confirm': null,
  'account:changePassword': null,
  'account:requestReset': null,
  'account:resetPassword': {
    cases: [
      [{ field: 'with', is: 'invitation' }, 'invitation.accepted'],
      [{ field: 'with', is: 'onboarding' }, 'invitation.accepted'],
    ],
    otherwise: null,
  },
  'account:linkProvider': null,
  'users:create': 'user.created',
  'users:invite': 'invitation.sent',
  'users:edit': { cases: [[{ changed: 'role_id' }, 'user.role_changed']], otherwise: 'user.updated' },
  'users:upload': 'user.created',
  'users:activate': 'user.activated',
  'users:deactivate': 'user.deactivated',
  'users:unlock': null,
  'users:inviteExternal': 'external_user.invited',
  'users:mapExternal': {
    cases: [
      [{ field: 'activated', is: 'true' }, 'external_user.accepted'],
      [{ field: 'activated', is: 'false' }, 'external_user.rejected'],
    ],
    otherwise: null,
  },
  'users:endExternal': 'external_user.ended',
  'users:withdrawExternal': 'external_user.withdrawn',
  'organisations:create': 'organisation.created',
  'organisations:edit': 'organisation.updated',
  'organisations:onboard': { cases: [[{ isNew: true }, 'organisation.created']], otherwise: 'organisation.updated' },
  'organisations:createOrganiser': { cases: [[{ changed: 'ent_org_id' }, 'user.created']], otherwise: 'user.updated' },
  'organisations:changeOrganiser': 'organisation.updated',
  'organisations:nominate': 'user.updated',
  'organisations:enable': 'organisation.enabled',
  'organisations:disable': 'organisation.disabled',
  'mappings:invite': { cases: [[{ target: 'org_mapping' }, 'mapping.requested']], otherwise: 'invitation.sent' },
  'mappings:answer': {
    cases: [[{ field: 'activated', is: 'true' }, 'mapping.accepted']],
    otherwise: 'mapping.rejected',
  },
  'mappings:end': 'mapping.ended',
  'mappings:withdraw': 'mapping.withdrawn',
  'assessments:changeStatus': 'assessment.status_changed',
  'sso:edit': 'single_sign_on.updated',
  'sso:activate': 'single_sign_on.switched',
  'sso:setSignInRules': 'configuration.updated',
  'sso:test': null,
  'sso:verifyDomain': 'single_sign_on.updated',
  'config:edit': 'configuration.updated',
  'security:endSession': null,
  'security:endAllSessions': null,
  'security:rotateSecrets': null,
  'security:forgetDevice': null,
  'security:addPasskey': null,
  'security:removePasskey': null,
  'security:setUpApp': null,
  'security:removeApp': null,
  'security:resetFactors': 'factor.reset',
  'security:renewCodes': null,
  'security:useCode': null,
  'keys:create': 'key.created',
  'keys:rotate': 'key.rotated',
  'keys:revoke': 'key.revoked',
  'keys:expire': 'key.expired',
  'invitations:resend': 'invitation.sent',
  'invitations:revoke': 'invitation.revoked',
  'invitations:copyLink': 'invitation.sent',
  'invitations:lapse': 'invitation.lapsed',
  'audit:setRetention': 'configuration.updated',
  'lists:export': null,
  'bulk:start': null,
  'bulk:cancel': null,
  'access:request': null,
};

/** The actions of which a refusal is a refused sign-in. */
export const signInActions: readonly AuditAction[] = [
  'session:signIn',
  'session:sendPasscode',
  'session:block',
  'security:useCode',
];
