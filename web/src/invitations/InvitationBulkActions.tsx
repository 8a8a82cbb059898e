import { useApolloClient } from '@apollo/client/react';
import { bulkActionMaxIds, bulkActionMaxRows } from '@console/contract/rules';
import { graphql } from '../gql/gql.ts';
import type { InvitationFilter } from '../gql/graphql.ts';
import { BulkActions } from '../ui/dialog/BulkActions.tsx';
import { type BulkJobOptions, useBulkJob } from '../ui/dialog/useBulkJob.ts';
import { type RowChoice, useChosenRows } from '../ui/table/RowChoice.ts';
import { useCopyLinks } from './useCopyLinks.ts';

export interface InvitationBulkActionsProps {
  choice: RowChoice;
  organisationId: string;
  search: string;
  filter: InvitationFilter;
  total: number;
  /** Ids of the invitations on the page, in order. */
  shown: readonly string[];
  job: BulkJobOptions['job'];
  /** Called when the list must be read again. */
  onRetry: () => void;
}

const emailFragment = graphql(`fragment InvitationBulkActions_email on Invitation { id email }`);

const noChoices = { roles: [], departments: [] };

/** The actions for the selected invitations. */
export function InvitationBulkActions(props: InvitationBulkActionsProps) {
  const { choice, organisationId, search, filter, total, shown, job, onRetry } = props;
  const { cache } = useApolloClient();
  const emailOf = (id: string) => {
    const key = cache.identify({ __typename: 'Invitation', id }) ?? '';
    return (cache.readFragment({ fragment: emailFragment, id: key }) as { email?: string } | null)?.email;
  };
  const bulk = useBulkJob({ job, onEnded: onRetry });
  const links = useCopyLinks(emailOf, onRetry);
  const invitations = { organisationId, filter, ...(search && { search }) };
  return (
    <BulkActions
      chosen={useChosenRows(choice)}
      onAll={(table) => choice.chooseAll(table)}
      onClear={choice.clear}
      noun="invitation"
      choices={noChoices}
      limits={{ ids: bulkActionMaxIds, rows: bulkActionMaxRows }}
      tables={{
        invitations: { total, shown, actions: ['RESEND_INVITATION', 'COPY_LINKS', 'REVOKE_INVITATION'], invitations },
      }}
      nameOf={emailOf}
      runner={{
        run: links.run ?? bulk.run,
        busy: links.busy || bulk.busy,
        start: (order) => (order.action === 'COPY_LINKS' ? links.start(order) : bulk.start(order)),
      }}
    />
  );
}
