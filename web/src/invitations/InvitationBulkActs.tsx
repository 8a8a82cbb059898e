import { bulkActMaxIds, bulkActMaxRows } from '@console/contract/rules';
import { BulkActs } from '../bulk/BulkActs.tsx';
import { useBulkJob } from '../bulk/useBulkJob.ts';
import type { InvitationFilter } from '../gql/graphql.ts';
import type { RowChoice } from '../ui/table/RowChoice.ts';

export interface InvitationBulkActsProps {
  choice: RowChoice;
  organisationId: string;
  search: string;
  filter: InvitationFilter;
  total: number;
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
  onRetry,
}: InvitationBulkActsProps) {
  const runner = useBulkJob({ name: `invitations.${organisationId}`, onEnded: onRetry });
  const invitations = { organisationId, filter, ...(search && { search }) };
  return (
    <BulkActs
      choice={choice}
      noun="invitation"
      choices={noChoices}
      limits={{ ids: bulkActMaxIds, rows: bulkActMaxRows }}
      tables={{ invitations: { total, acts: ['RESEND_INVITATION', 'REVOKE_INVITATION'], invitations } }}
      runner={runner}
    />
  );
}
