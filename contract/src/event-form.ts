import type { AuditAction } from './audit-actions.ts';
import type { Field } from './fields/field.ts';
import { organisationFields } from './fields/organisation-fields.ts';
import { personFields } from './fields/person-fields.ts';
import type { AuditAction as SchemaAction } from './generated/schema-types.ts';

/** The schema's name of a recorded action. */
export const schemaActionName = (action: AuditAction): SchemaAction =>
  action.replace(':', '_').replace(/[A-Z]/g, '_$&').toUpperCase() as SchemaAction;

/** Replaces an erased value of an event. */
export const erasedText = '(erased)';

export const schemaActorKinds = {
  person: 'PERSON',
  key: 'KEY',
  scim: 'SCIM',
  system: 'SYSTEM',
  unknown: 'UNKNOWN',
} as const;

/** The kinds of targets in the schema, and their types in the product API. */
export const auditTargetTypes = {
  USER: 'ent_usr',
  ORGANISATION: 'ent_org',
  MAPPING: 'org_mapping',
  EXTERNAL_USER: 'user_mapping',
  ASSESSMENT: 'asmt',
  API_KEY: 'api_key',
  WEBHOOK: 'webhook',
  ACCESS_REVIEW: 'access_review',
  SESSION: 'session',
  INVITATION: 'invitation',
  LIST: 'list',
  REQUEST: 'request',
} as const;

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

/** The schema's name of a changed field. */
export const schemaFieldName = (field: string): string =>
  fieldNames[field] ?? field.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
