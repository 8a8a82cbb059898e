import type { RoleKey } from '@console/contract/access';
import type { IdempotentRequest } from './idempotent-request.ts';

/** The user and the kind of access behind an audited action. */
export interface Actor {
  userId: number | null;
  organisationId: string | null;
  via: 'session' | 'bearer' | 'rest' | 'public' | 'system' | 'scim';
  requestId: string | null;
  /** The role of the user at the time; by default it is looked up. */
  role?: RoleKey | null;
  /** Only with an API key. */
  apiKeyId?: number;
  /** The client's IP address. */
  clientAddress?: string | null;
  /** Its commands run once. */
  idempotency?: IdempotentRequest;
  /** Only for a command that a bulk action does. */
  bulkRow?: BulkRow;
  /** Only for a command that carries out a decision of an access review. The password was checked when the review was ended. */
  reviewItemId?: number;
}

/** The actor of what no request causes. */
export const systemActor: Actor = { userId: null, organisationId: null, via: 'system', requestId: null };

/** A row of a bulk action: its state commits with the change. The password and the caller's limits were checked when the bulk action was started. */
export interface BulkRow {
  jobId: number;
  position: number;
}

/** The actor of a request without a session: the user that it is about, if there is one. */
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

/** An audited action and its target. `before` and `after` contain only changed fields and never a secret. */
export interface AuditEntry {
  /** `area:verb` of the contract's access table, or an area's own verb for actions open to every role. */
  action: string;
  target: { type: string; id: number | string | null };
  /** The organisation that it belongs to; by default that of a target that is an organisation, a user or a key, otherwise the actor's. */
  organisationId?: number | null;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** The entry of a refused action. The reason is `role`, `scope`, `level`, `boundary`, `oneself`, or an error code. */
export const refusalEntry = (action: string, reason: string, target: AuditEntry['target']): AuditEntry => ({
  action: 'access:refuse',
  target,
  after: { action, reason },
});
