import { texts } from '@console/contract/rules';
import { Group } from '@mantine/core';
import type { MappingTable_EdgeFragment } from '../gql/graphql.ts';
import { AcceptBlockReason } from './AcceptBlockReason.tsx';
import { AcceptOrRejectMappingButton } from './AcceptOrRejectMappingButton.tsx';
import { EndOrWithdrawMappingButton } from './EndOrWithdrawMappingButton.tsx';
import { MappingStateBadge } from './MappingStateBadge.tsx';

interface MappingActionsProps {
  edge: MappingTable_EdgeFragment;
  organisationId: string;
  /** Small buttons for a table row; the buttons of a panel have the size of its button row. */
  compact?: boolean;
  onChanged: (stale: boolean) => void;
}

/** Whether the viewer has an action on a row. */
export const hasMappingActions = ({ action, viewerCanEnd, viewerCanWithdraw }: MappingTable_EdgeFragment): boolean =>
  action === 'ACCEPT_OR_REJECT' || viewerCanEnd || viewerCanWithdraw;

/** The buttons of a mapping or request, or its state (SPEC 4). */
export function MappingActions({ edge, organisationId, compact = true, onChanged }: MappingActionsProps) {
  const { action, node, statusText, acceptBlock, viewerCanAccept, viewerCanReject } = edge;
  const common = { edge, organisationId, compact, onChanged };
  if (edge.viewerCanEnd) return <EndOrWithdrawMappingButton verb="End" {...common} />;
  if (edge.viewerCanWithdraw)
    return (
      <Group gap="xs">
        {compact && <MappingStateBadge state="PENDING" text={statusText} />}
        <EndOrWithdrawMappingButton verb="Withdraw" {...common} />
      </Group>
    );
  if (action === 'PENDING') return <MappingStateBadge state="PENDING" text={texts.mappings.pending} />;
  if (action === 'STATUS') return <MappingStateBadge state={node.state} text={statusText} />;
  return (
    <Group gap="xs">
      {acceptBlock && <AcceptBlockReason block={acceptBlock} />}
      {viewerCanAccept && <AcceptOrRejectMappingButton verb="Accept" {...common} />}
      {viewerCanReject && <AcceptOrRejectMappingButton verb="Reject" {...common} />}
    </Group>
  );
}
