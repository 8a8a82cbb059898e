import type { BulkInvitationsInput, BulkUsersInput } from '../../gql/graphql.ts';
import type { RowsAction } from './bulkWords.ts';

/** The action and the rows that the viewer selected. */
export interface BulkOrder {
  action: RowsAction;
  /** Selected ids, or all rows of the filter with the shown number. */
  ids?: readonly string[];
  users?: BulkUsersInput;
  invitations?: BulkInvitationsInput;
  count: number;
  roleId?: string;
  departmentName?: string;
}

/** A row that failed. */
export interface FailedRow {
  id: string;
  name: string;
  email: string;
  message: string;
}

/** The progress of a bulk action and its outcome. */
export interface BulkProgress {
  action: RowsAction;
  total: number;
  done: number;
  unchanged: number;
  failed: number;
  skipped: number;
  ended: 'FINISHED' | 'CANCELLED' | 'STOPPED' | null;
}

/** A bulk action that runs or has ended, in the platform or in this page. */
export interface BulkRun {
  progress: BulkProgress | null;
  /** Set once the action has ended; undefined while the failed rows are read. */
  failedRows: readonly FailedRow[] | undefined;
  /** Whether the viewer started it in this page, and expects its result. */
  startedHere: boolean;
  /** Whether the action continues when the page is closed. */
  goesOn: boolean;
  cancel: () => void;
  cancelling: boolean;
  close: () => void;
}
