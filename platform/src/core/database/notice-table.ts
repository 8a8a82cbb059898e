import type { ColumnType } from 'kysely';

/** The notices of an hour, or of a bulk action, to one audience. */
export interface NoticeTable {
  notice: {
    /** An organisation, or 0: all Administrators. */
    audience_id: number;
    kind: string;
    /** The bulk action with the end of which the notices leave, or 0. */
    bulk_job_id: number;
    /** When the hour ends: counting restarts, and deferred emails are sent. */
    due_at: Date;
    /** How many were mailed in this hour. */
    mails: number;
    /** What was not mailed: its number, and the first sentences of it. */
    deferred: number;
    first_deferred: ColumnType<string[], string, string>;
  };
}
