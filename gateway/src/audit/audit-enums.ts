import {
  type AuditAction as ActionName,
  auditActions,
  auditActorKinds,
  auditChannels,
} from '@console/contract/audit-actions';
import type { Field } from '@console/contract/field';
import { organisationFields } from '@console/contract/organisation-fields';
import { personFields } from '@console/contract/person-fields';
import type { AuditAction, AuditActorKind, AuditTargetKind, AuditWay } from '../generated/resolvers-types.ts';

const enumName = (action: ActionName) => action.replace(':', '_').replace(/[A-Z]/g, '_$&').toUpperCase() as AuditAction;

/** The name of an action in the contract; an unknown one is any other request. */
export const actionNameOf = (value: unknown): ActionName =>
  auditActions.find((action) => action === value) ?? 'access:request';

export const toAuditAction = (value: unknown): AuditAction => enumName(actionNameOf(value));

/** The actions of the contract for those of the schema. */
export const fromAuditActions = (wanted: readonly AuditAction[]): ActionName[] =>
  auditActions.filter((action) => wanted.includes(enumName(action)));

const ways = { session: 'CONSOLE', bearer: 'KEY', rest: 'API', public: 'PUBLIC', system: 'SYSTEM' } as const;

/** How an event came; an unknown way is a direct call. */
export const toAuditWay = (value: unknown): AuditWay => ways[auditChannels.find((way) => way === value) ?? 'rest'];

export const fromAuditWays = (wanted: readonly AuditWay[]) => auditChannels.filter((way) => wanted.includes(ways[way]));

const kinds = { person: 'PERSON', key: 'KEY', system: 'SYSTEM', unknown: 'UNKNOWN' } as const;

export const toAuditActorKind = (value: unknown): AuditActorKind =>
  kinds[auditActorKinds.find((kind) => kind === value) ?? 'unknown'];

const targetTypes = {
  USER: 'ent_usr',
  ORGANISATION: 'ent_org',
  MAPPING: 'org_mapping',
  EXTERNAL_USER: 'user_mapping',
  ASSESSMENT: 'asmt',
  API_KEY: 'api_key',
  SESSION: 'session',
  INVITATION: 'invitation',
  LIST: 'list',
  REQUEST: 'request',
} as const satisfies Record<AuditTargetKind, string>;

/** The target type of the product API for one of the schema. */
export const fromAuditTargetKind = (kind: AuditTargetKind): string => targetTypes[kind];

export const toAuditTargetKind = (type: unknown): AuditTargetKind =>
  (Object.keys(targetTypes) as AuditTargetKind[]).find((kind) => targetTypes[kind] === type) ?? 'REQUEST';

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
export const toSchemaFieldName = (field: string): string =>
  fieldNames[field] ?? field.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
