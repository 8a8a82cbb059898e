import type { AuditAction } from './audit-actions.ts';

/** The types of events in the feed; schema.graphql says what has happened. A name keeps its meaning; more may be added. */
export const eventTypeNames = [
  'user.created',
  'user.updated',
  'user.role_changed',
  'user.activated',
  'user.deactivated',
  'invitation.sent',
  'invitation.accepted',
  'invitation.revoked',
  'invitation.lapsed',
  'mapping.requested',
  'mapping.accepted',
  'mapping.rejected',
  'mapping.ended',
  'mapping.withdrawn',
  'external_user.invited',
  'external_user.accepted',
  'external_user.rejected',
  'external_user.ended',
  'external_user.withdrawn',
  'assessment.status_changed',
  'organisation.created',
  'organisation.updated',
  'organisation.enabled',
  'organisation.disabled',
  'configuration.updated',
  'single_sign_on.updated',
  'single_sign_on.switched',
  'key.created',
  'key.rotated',
  'key.revoked',
  'key.expired',
  'webhook.created',
  'webhook.updated',
  'webhook.secret_changed',
  'webhook.switched_off',
  'webhook.tested',
  'webhook.deleted',
  'factor.reset',
  'sign_in.succeeded',
  'sign_in.refused',
  'request.refused',
] as const;

/** A type of event. */
export type EventType = (typeof eventTypeNames)[number];

/** A type of event as the schema writes it. */
type SchemaEventType<T extends EventType = EventType> = T extends `${infer Area}.${infer Verb}`
  ? `${Uppercase<Area>}_${Uppercase<Verb>}`
  : never;

const inSchema = (type: EventType) => type.replace('.', '_').toUpperCase() as SchemaEventType;

/** The type in the schema for its name, and the other way round; null for an unknown one. */
export const toEventType = (name: unknown): SchemaEventType | null => {
  const known = eventTypeNames.find((one) => one === name);
  return known ? inSchema(known) : null;
};
export const fromEventType = (type: SchemaEventType): EventType =>
  eventTypeNames.find((name) => inSchema(name) === type) as EventType;

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
  'webhooks:create': 'webhook.created',
  'webhooks:edit': 'webhook.updated',
  'webhooks:changeSecret': 'webhook.secret_changed',
  'webhooks:switchOff': 'webhook.switched_off',
  'webhooks:test': 'webhook.tested',
  'webhooks:sendAgain': null,
  'webhooks:delete': 'webhook.deleted',
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
