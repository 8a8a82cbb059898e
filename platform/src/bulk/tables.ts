import type { BulkAction, BulkRowState } from '@console/contract/calls/bulk-actions';
import type { ErrorCode } from '@console/contract/errors';
import { bulkActionResultDays } from '@console/contract/rules';
import type { Actor } from '../core/base/audit-entry.ts';
import { copied, finds, internal, nothing, plain, table } from '../core/database/table.ts';

export const bulkTables = {
  bulk_job: table({
    id: copied.id,
    /** Null for an organisation key. */
    ent_usr_id: finds.integer.nullable(),
    session_id: internal.integer.nullable(),
    api_key_id: internal.integer.nullable(),
    via: copied.text.as<Actor['via']>(),
    /** This and the next column describe the caller at the start of the bulk action. */
    actor_role: copied.text.nullable(),
    actor_org_id: finds.integer.nullable(),
    request_id: internal.text.nullable(),
    client_address: copied.text.nullable(),
    act: copied.text.as<BulkAction>(),
    role_id: copied.integer.nullable(),
    department_name: copied.text.nullable(),
    total_count: copied.integer,
    created_at: copied.timestamp,
    started_at: copied.timestamp.nullable(),
    cancelled_at: copied.timestamp.nullable(),
    finished_at: copied.timestamp.nullable(),
    stop_code: internal.text.as<ErrorCode>().nullable(),
  })({
    organisation: ['actor_org_id', 'ent_usr_id>ent_usr.ent_org_id'],
    person: [{ as: 'bulkActions' }],
    backup: {
      rows: 'all',
      always: {
        session_id: 'null::integer',
        cancelled_at: 'case when finished_at is null then coalesce(cancelled_at, now()) else cancelled_at end',
        finished_at: 'coalesce(finished_at, now())',
      },
    },
    erased: { changed: ['ent_usr_id'], set: { client_address: 'null' }, stays: 'Codes and settings' },
    kept: [{ days: bulkActionResultDays, since: 'created_at' }],
  }),
  bulk_row: table({
    job_id: plain.integer,
    position: plain.integer,
    target_id: plain.integer,
    /** `updated_at` of the user at the start, if a later change must not be overwritten. */
    seen_at: plain.timestamp.nullable(),
    state: plain.text.as<BulkRowState>().default('waiting'),
    code: plain.text.as<ErrorCode>().nullable(),
    message: plain.text.nullable(),
  })({
    organisation: ['job_id>bulk_job.actor_org_id', 'job_id>bulk_job.ent_usr_id>ent_usr.ent_org_id'],
    person: nothing('A row of a bulk action. Its event is among the events about the person.'),
    erased: { changed: ['target_id', 'job_id>bulk_job.ent_usr_id'], set: { message: 'null' }, stays: 'Codes' },
  }),
};
