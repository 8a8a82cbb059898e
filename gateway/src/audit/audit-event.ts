import type { auditEvent } from '@console/contract/calls/audit';
import type { Connection } from '../product-api/paging.ts';
import { idOf, isoTimeOf, type Raw } from '../product-api/shape.ts';

export type AuditEventBody = Raw<typeof auditEvent>;

export type AuditEventConnectionParent = Connection<AuditEventBody>;

export function auditEventOf(value: unknown): AuditEventBody | null {
  const body = value as AuditEventBody | null | undefined;
  return body && idOf(body.id) !== null && isoTimeOf(body.at) !== null ? body : null;
}
