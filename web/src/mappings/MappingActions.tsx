import { texts } from '@console/contract/rules';
import { Group } from '@mantine/core';
import type { MappingTable_EdgeFragment } from '../gql/graphql.ts';
import { AcceptBlockReason } from './AcceptBlockReason.tsx';
import { AcceptOrRejectMappingButton } from './AcceptOrRejectMappingButton.tsx';
import { MappingStateBadge } from './MappingStateBadge.tsx';

interface MappingActionsProps {
  edge: MappingTable_EdgeFragment;
  organisationId: string;
  onChanged: (stale: boolean) => void;
}

/** The buttons of a request, or its state (SPEC 4). */
export function MappingActions({ edge, organisationId, onChanged }: MappingActionsProps) {
  const { action, node, statusText, acceptBlock, viewerCanAccept, viewerCanReject } = edge;
  if (action === 'PENDING') return <MappingStateBadge state="PENDING" text={texts.mappings.pending} />;
  if (action === 'STATUS') return <MappingStateBadge state={node.state} text={statusText} />;
  const common = { edge, organisationId, onChanged };
  return (
    <Group gap="xs" data-always-shown>
      {acceptBlock && <AcceptBlockReason block={acceptBlock} />}
      {viewerCanAccept && <AcceptOrRejectMappingButton verb="Accept" {...common} />}
      {viewerCanReject && <AcceptOrRejectMappingButton verb="Reject" {...common} />}
    </Group>
  );
}
