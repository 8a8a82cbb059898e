import {
  type AuditAction as ActionName,
  auditActions,
  auditActorKinds,
  auditChannels,
} from '@console/contract/audit-actions';
import { auditTargetKindOf, auditTargetTypes, schemaActionName, schemaActorKinds } from '@console/contract/event-form';
import type { AuditAction, AuditActorKind, AuditTargetKind, AuditWay } from '../generated/resolvers-types.ts';

const enumName = (action: ActionName) => schemaActionName(action) as AuditAction;

export const actionNameOf = (value: unknown): ActionName =>
  auditActions.find((action) => action === value) ?? 'access:request';

export const toAuditAction = (value: unknown): AuditAction => enumName(actionNameOf(value));

export const knownAction = (value: unknown): AuditAction =>
  auditActions.map(enumName).find((action) => action === value) ?? 'ACCESS_REQUEST';

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

/** Channel of an event; an unknown one is a direct call. */
export const toAuditWay = (value: unknown): AuditWay => ways[auditChannels.find((way) => way === value) ?? 'rest'];

export const fromAuditWays = (wanted: readonly AuditWay[]) => auditChannels.filter((way) => wanted.includes(ways[way]));

const actorKindOf = (value: unknown): (typeof auditActorKinds)[number] =>
  auditActorKinds.find((kind) => kind === value) ?? 'unknown';

export const toAuditActorKind = (value: unknown): AuditActorKind => schemaActorKinds[actorKindOf(value)];

export const fromAuditTargetKind = (kind: AuditTargetKind) => auditTargetTypes[kind];

export const toAuditTargetKind = (type: unknown): AuditTargetKind => auditTargetKindOf(type);
