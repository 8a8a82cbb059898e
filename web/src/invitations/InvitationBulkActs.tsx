import { bulkActMaxIds, bulkActMaxRows } from '@console/contract/rules';
import type { InvitationFilter } from '../gql/graphql.ts';
import { BulkActs } from '../ui/dialog/BulkActs.tsx';
import { type BulkJobOptions, useBulkJob } from '../ui/dialog/useBulkJob.ts';
import { type RowChoice, useChosenRows } from '../ui/table/RowChoice.ts';

export interface InvitationBulkActsProps {
  choice: RowChoice;
  organisationId: string;
  search: string;
  filter: InvitationFilter;
  total: number;
  job: BulkJobOptions['job'];
  /** The list has to be read again. */
  onRetry: () => void;
}

const noChoices = { roles: [], departments: [] };

/** What can be done to the chosen invitations. */
export function InvitationBulkActs({
  choice,
  organisationId,
  search,
  filter,
  total,
  job,
  onRetry,
}: InvitationBulkActsProps) {
  const runner = useBulkJob({ job, onEnded: onRetry });
  const invitations = { organisationId, filter, ...(search && { search }) };
  return (
    <BulkActs
      chosen={useChosenRows(choice)}
      onAll={(table) => choice.chooseAll(table)}
      onClear={choice.clear}
      noun="invitation"
      choices={noChoices}
      limits={{ ids: bulkActMaxIds, rows: bulkActMaxRows }}
      tables={{ invitations: { total, acts: ['RESEND_INVITATION', 'REVOKE_INVITATION'], invitations } }}
      runner={runner}
    />
  );
}
