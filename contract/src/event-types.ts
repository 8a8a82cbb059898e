/** The types of events in the feed; schema.graphql says what has happened. A name keeps its meaning; more may be added. */
export const eventTypeNames = [
  'user.created',
  'user.updated',
  'user.role_changed',
  'user.activated',
  'user.deactivated',
  'user.taken_over',
  'user.erased',
  'invitation.sent',
  'invitation.accepted',
  'invitation.revoked',
  'invitation.expired',
  'mapping.requested',
  'mapping.accepted',
  'mapping.rejected',
  'mapping.ended',
  'mapping.withdrawn',
  'external_user.invited',
  'external_user.accepted',
  'external_user.rejected',
  'external_user.removed',
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
  'key.confirmed',
  'webhook.created',
  'webhook.updated',
  'webhook.secret_changed',
  'webhook.switched_off',
  'webhook.tested',
  'webhook.deleted',
  'factor.reset',
  'provider_link.replaced',
  'provider_link.removed',
  'review.started',
  'review.ended',
  'review.cancelled',
  'sign_in.succeeded',
  'sign_in.refused',
  'request.refused',
] as const;

export type EventType = (typeof eventTypeNames)[number];

/** A type of event as the schema writes it. */
type SchemaEventType<T extends EventType = EventType> = T extends `${infer Area}.${infer Verb}`
  ? `${Uppercase<Area>}_${Uppercase<Verb>}`
  : never;

export const schemaEventType = (type: EventType) => type.replace('.', '_').toUpperCase() as SchemaEventType;

/** The type in the schema for its name, and the other way round; null for an unknown one. */
export const toEventType = (name: unknown): SchemaEventType | null => {
  const known = eventTypeNames.find((one) => one === name);
  return known ? schemaEventType(known) : null;
};
export const fromEventType = (type: SchemaEventType): EventType =>
  eventTypeNames.find((name) => schemaEventType(name) === type) as EventType;

/** The version of the form of events; a form that programs cannot read as before gets a new one. */
export const eventSchemaVersion = 1;

/** What tells events of the same action apart: a field that was changed, the value of one after the change, what the target is, or that nothing was there before. */
type EventCondition = { changed: string } | { field: string; is: string } | { target: 'org_mapping' } | { isNew: true };

/** The types of an action; the first with a true condition. */
interface TypesByCondition {
  cases: readonly (readonly [condition: EventCondition, type: EventType])[];
  otherwise: EventType | null;
}

/** The type of what was done; null: it is in the activity only. */
export type EventTypeRule = EventType | null | TypesByCondition;
