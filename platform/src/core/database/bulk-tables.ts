import type { BulkAction, BulkRowState } from '@console/contract/calls/bulk-actions';
import type { ErrorCode } from '@console/contract/errors';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Actor } from '../base/audit-entry.ts';

/** The tables of bulk actions. */
export interface BulkTables {
  bulk_job: {
    id: GeneratedAlways<number>;
    /** Null: a key of an organisation. */
    ent_usr_id: number | null;
    session_id: number | null;
    api_key_id: number | null;
    via: Actor['via'];
    /** This and the next: of the caller at the start. */
    actor_role: string | null;
    actor_org_id: number | null;
    request_id: string | null;
    client_address: string | null;
    act: BulkAction;
    role_id: number | null;
    department_name: string | null;
    total_count: number;
    created_at: Date;
    started_at: Date | null;
    cancelled_at: Date | null;
    finished_at: Date | null;
    stop_code: ErrorCode | null;
  };
  bulk_row: {
    job_id: number;
    position: number;
    target_id: number;
    /** `updated_at` of the user at the start, where a later change is not overwritten. */
    seen_at: Date | null;
    state: Generated<BulkRowState>;
    code: ErrorCode | null;
    message: string | null;
  };
}
