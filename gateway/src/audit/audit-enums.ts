import {
  type AuditAction as ActionName,
  auditActions,
  auditActorKinds,
  auditChannels,
} from '@console/contract/audit-actions';
import { auditTargetKindOf, auditTargetTypes, schemaActionName, schemaActorKinds } from '@console/contract/event-form';
import type { AuditAction, AuditActorKind, AuditTargetKind, AuditWay } from '../generated/resolvers-types.ts';

const enumName = (action: ActionName) => schemaActionName(action) as AuditAction;

/** The name of a recorded action in the contract; an unknown one is any other request. */
export const actionNameOf = (value: unknown): ActionName =>
  auditActions.find((action) => action === value) ?? 'access:request';

export const toAuditAction = (value: unknown): AuditAction => enumName(actionNameOf(value));

/** The same for an answer that has the names of the schema. */
export const knownAction = (value: unknown): AuditAction =>
  auditActions.map(enumName).find((action) => action === value) ?? 'ACCESS_REQUEST';

/** The actions of the contract for those of the schema. */
export const fromAuditActions = (wanted: readonly AuditAction[]): ActionName[] =>
  auditActions.filter((action) => wanted.includes(enumName(action)));

const ways = {
  session: 'CONSOLE',
  bearer: 'KEY',
  rest: 'API',
  public: 'PUBLIC',
  system: 'SYSTEM',
  scim: 'SCIM',
} as const;

/** How an event came; an unknown way is a direct call. */
export const toAuditWay = (value: unknown): AuditWay => ways[auditChannels.find((way) => way === value) ?? 'rest'];

export const fromAuditWays = (wanted: readonly AuditWay[]) => auditChannels.filter((way) => wanted.includes(ways[way]));

/** The kind of an actor in the contract; an unknown one is unknown. */
const actorKindOf = (value: unknown): (typeof auditActorKinds)[number] =>
  auditActorKinds.find((kind) => kind === value) ?? 'unknown';

export const toAuditActorKind = (value: unknown): AuditActorKind => schemaActorKinds[actorKindOf(value)];

/** The target type of the product API for one of the schema. */
export const fromAuditTargetKind = (kind: AuditTargetKind) => auditTargetTypes[kind];

export const toAuditTargetKind = (type: unknown): AuditTargetKind => auditTargetKindOf(type);
