/** The types of events in the feed; schema.graphql describes them. A name keeps its meaning; more types may be added. */
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

/** The schema's type for an event name, null for an unknown name; and the name for a schema type. */
export const toEventType = (name: unknown): SchemaEventType | null => {
  const known = eventTypeNames.find((one) => one === name);
  return known ? schemaEventType(known) : null;
};
export const fromEventType = (type: SchemaEventType): EventType =>
  eventTypeNames.find((name) => schemaEventType(name) === type) as EventType;

/** The version of the event format. A format that existing programs cannot read gets a new version. */
export const eventSchemaVersion = 1;

/** Tells events of one action apart by a changed field, its new value, the kind of target, or that there was no earlier value. */
type EventCondition = { changed: string } | { field: string; is: string } | { target: 'org_mapping' } | { isNew: true };

/** The types of an action. The first true condition decides. */
interface TypesByCondition {
  cases: readonly (readonly [condition: EventCondition, type: EventType])[];
  otherwise: EventType | null;
}

/** The type of a completed action; null if the feed does not have it. */
export type EventTypeRule = EventType | null | TypesByCondition;
