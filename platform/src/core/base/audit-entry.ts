/** Who acts and by which way. */
export interface Actor {
  userId: number | null;
  organisationId: string | null;
  via: 'session' | 'bearer' | 'rest' | 'public' | 'system';
  requestId: string | null;
}

/** What was done to what. `before` and `after` hold only what changed, and never a secret. */
export interface AuditEntry {
  /** `area:verb`, as in the contract's table, or an area's own word for what everybody may do. */
  action: string;
  target: { type: string; id: number | string | null };
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** The entry of a refused action. The reason is `role`, `level`, `boundary`, `oneself`, or an error code. */
export const refusalOf = (action: string, reason: string, target: AuditEntry['target']): AuditEntry => ({
  action: 'access:refuse',
  target,
  after: { action, reason },
});
