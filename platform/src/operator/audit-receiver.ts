import { StartError } from '@console/server-base/settings';
import type { AuditBatch } from '../audit/audit-stream.ts';

export type AuditEvents = AuditBatch['events'];

/** A failure that a retry does not fix: the command ends. */
export class FinalError extends StartError {}

/** Destination of the audit log. `write` resolves once the receiver has the events; until then the cursor stays. */
export interface AuditOutput {
  write(events: AuditEvents, signal: AbortSignal): Promise<void>;
  /** Reopens a file after its rotation. */
  reopen(): void;
  close(): Promise<void>;
}
