import type { RoleKey } from '@console/contract/access';
import type { IdempotentRequest } from './idempotent-request.ts';

export interface Actor {
  userId: number | null;
  organisationId: string | null;
  via: 'session' | 'bearer' | 'rest' | 'public' | 'system' | 'scim';
  requestId: string | null;
  /** Role at that time; by default it is looked up. */
  role?: RoleKey | null;
  sessionId?: number;
  apiKeyId?: number;
  clientAddress?: string | null;
  /** Set if the request has an idempotency key, so that its commands run once. */
  idempotency?: IdempotentRequest;
  /** Set for a row of a bulk action. */
  bulkRow?: BulkRow;
  /** Set for a decision of an access review. Completing the review checked the password. */
  reviewItemId?: number;
}

/** Actor of events without a request. */
export const systemActor: Actor = { userId: null, organisationId: null, via: 'system', requestId: null };

/** Row of a bulk action: its state commits with the change. Its start checked the password and limits. */
export interface BulkRow {
  jobId: number;
  position: number;
}

/** Actor of a request without a session: the user that the request is about, if any. */
export const publicActor = (
  user: { id: number; ent_org_id: number | null } | undefined,
  { requestId, address }: { requestId: string; address: string },
) => ({
  userId: user?.id ?? null,
  organisationId: user?.ent_org_id == null ? null : String(user.ent_org_id),
  via: 'public' as const,
  requestId,
  clientAddress: address,
});

/** An audited action. `before` and `after` contain only changed fields and no secrets. */
export interface AuditEntry {
  /** `area:verb` of the access table, or an area's own verb for actions open to every role. */
  action: string;
  target: { type: string; id: number | string | null };
  /** Default: the organisation of the target, otherwise the actor's. */
  organisationId?: number | null;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Entry of a refused action. The reason is `role`, `scope`, `level`, `boundary`, `oneself`, or an error code. */
export const refusalEntry = (action: string, reason: string, target: AuditEntry['target']): AuditEntry => ({
  action: 'access:refuse',
  target,
  after: { action, reason },
});
