import { StartError } from '@console/server-base/settings';
import type { AuditBatch } from '../audit/audit-stream.ts';

export type AuditEvents = AuditBatch['events'];

/** What no repetition changes: the command ends. */
export class FinalError extends StartError {}

/** Where the audit log is written to. `write` returns when the receiver has the events; until then the cursor stays. */
export interface AuditOutput {
  write(events: AuditEvents, signal: AbortSignal): Promise<void>;
  /** Opens the file again, as after its rotation, if the output is a file. */
  reopen(): void;
  close(): Promise<void>;
}
