import type { z } from 'zod';
import { roleByName } from './access.ts';
import type { AuditAction } from './audit-actions.ts';
import type { feedEvent } from './calls/events.ts';
import { eventSchemaVersion } from './event-types.ts';
import type { Field } from './field.ts';
import { organisationFields } from './organisation-fields.ts';
import { personFields } from './person-fields.ts';

/** The name of an action in the schema. */
export const schemaActionName = (action: AuditAction): string =>
  action.replace(':', '_').replace(/[A-Z]/g, '_$&').toUpperCase();

/** The kinds of actors in the schema. */
export const schemaActorKinds = { person: 'PERSON', key: 'KEY', system: 'SYSTEM', unknown: 'UNKNOWN' } as const;

/** The kinds of targets in the schema, and their types in the product API. */
export const auditTargetTypes = {
  USER: 'ent_usr',
  ORGANISATION: 'ent_org',
  MAPPING: 'org_mapping',
  EXTERNAL_USER: 'user_mapping',
  ASSESSMENT: 'asmt',
  API_KEY: 'api_key',
  WEBHOOK: 'webhook',
  SESSION: 'session',
  INVITATION: 'invitation',
  LIST: 'list',
  REQUEST: 'request',
} as const;

/** The kind of a target in the schema. */
export type AuditTargetKindName = keyof typeof auditTargetTypes;

export const auditTargetKindOf = (type: unknown): AuditTargetKindName =>
  (Object.keys(auditTargetTypes) as AuditTargetKindName[]).find((kind) => auditTargetTypes[kind] === type) ?? 'REQUEST';

const auditNamesOf = (fields: Readonly<Record<string, Field>>) =>
  Object.fromEntries(Object.entries(fields).map(([field, { name, auditName = name }]) => [field, auditName]));

const fieldNames: Readonly<Record<string, string>> = {
  ...auditNamesOf(personFields),
  ...auditNamesOf(organisationFields),
  is_disabled: 'disabled',
  organizer: 'organiser',
  organizer_id: 'organiserId',
  ent_org: 'organisation',
  ent_org_id: 'organisationId',
  ent_usr: 'user',
  ent_usr_id: 'userId',
  mapped_org: 'mappedOrganisation',
  audit_status: 'status',
};

/** The name of a changed field as the schema writes names. */
export const schemaFieldName = (field: string): string =>
  fieldNames[field] ?? field.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

type FeedEvent = z.output<typeof feedEvent>;
type Id = number | string;

/** An event of the feed as the product API answers it, or as the gateway has read it; in the stream of the audit log also without a type. */
type ReadEvent<T> = Pick<FeedEvent, 'number' | 'at' | 'target' | 'changes' | 'refusal'> & {
  id: Id;
  type: T;
  org_id: Id | null;
  other_org_id: Id | null;
  actor: Pick<FeedEvent['actor'], 'kind' | 'role' | 'client_address'> & {
    ent_usr_id: Id | null;
    api_key_id: Id | null;
  };
};

const idText = (id: Id | null): string | null => (id === null ? null : String(id));

/** An event as programs get it, from the gateway, by a webhook and in the stream of the audit log. */
export function eventForm<T extends FeedEvent['type'] | null>(event: ReadEvent<T>) {
  const { id, number, at, type, actor, org_id, other_org_id, target, changes, refusal } = event;
  return {
    ...{ id: String(id), number, at, type, schemaVersion: eventSchemaVersion },
    actor: {
      kind: schemaActorKinds[actor.kind],
      roleKey: roleByName(actor.role),
      userId: idText(actor.ent_usr_id),
      apiKeyId: idText(actor.api_key_id),
      clientAddress: actor.client_address,
    },
    organisationId: idText(org_id),
    otherOrganisationId: idText(other_org_id),
    target: { kind: auditTargetKindOf(target.type), id: target.id },
    changes: changes.map(({ field, from, to }) => ({ field: schemaFieldName(field), from, to })),
    refusal: refusal && { action: schemaActionName(refusal.action), code: refusal.code, count: refusal.count },
  };
}
