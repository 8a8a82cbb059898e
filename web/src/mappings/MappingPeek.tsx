import { Group } from '@mantine/core';
import { useContext, useEffect, useEffectEvent } from 'react';
import type { MappingTable_EdgeFragment } from '../gql/graphql.ts';
import { PeekContext } from '../ui/keyboard/peekContext.ts';
import { PeekFacts } from '../ui/peek/PeekFacts.tsx';
import { PeekPanel } from '../ui/peek/PeekPanel.tsx';
import { Avatar } from '../ui/values/Avatar.tsx';
import { Moment } from '../ui/values/Moment.tsx';
import { hasMappingActions, MappingActions } from './MappingActions.tsx';
import { MappingStateBadge } from './MappingStateBadge.tsx';
import { relationshipOf } from './MappingTable.tsx';
import { modulesText } from './modulesText.ts';
import { useMappingPaths } from './useMappingPaths.ts';

interface MappingPeekProps {
  id: string | null;
  /** Rows of the page; a mapping can only be read with its list. */
  edges: readonly MappingTable_EdgeFragment[];
  loading: boolean;
  organisationId: string;
  /** The viewer may open the other organisation. */
  linked: boolean;
  onChanged: (stale: boolean) => void;
}

/** A mapping or request of the list, in the panel next to it. */
export function MappingPeek({ id, edges, loading, organisationId, linked, onChanged }: MappingPeekProps) {
  const peek = useContext(PeekContext);
  const { counterpart: pathOf } = useMappingPaths();
  const edge = edges.find(({ node }) => node.id === id);
  const isGone = id !== null && !edge && !loading;
  const close = useEffectEvent(() => peek?.close());
  useEffect(
    function closeWithoutRow() {
      if (isGone) close();
    },
    [isGone],
  );
  if (id === null || !edge) return null;
  const { node, counterpart, organiser, at, statusText } = edge;
  const isAccepted = node.state === 'ACCEPTED';
  return (
    <PeekPanel
      id={id}
      title={counterpart.brandName}
      avatar={<Avatar kind="organisation" id={counterpart.id} name={counterpart.brandName} size={40} />}
      badge={<MappingStateBadge state={node.state} text={statusText} />}
      to={linked ? pathOf(counterpart.id) : undefined}
    >
      <PeekFacts
        entries={[
          [isAccepted ? 'Organiser' : 'Requester', organiser?.name],
          ['Email', organiser?.email],
          [isAccepted ? 'Accepted Date' : 'Request Date', at && <Moment at={at} withTime />],
          ['Relationship', relationshipOf(edge)],
          ['Modules', modulesText(node.modules)],
        ]}
      />
      {hasMappingActions(edge) && (
        <Group gap="xs">
          <MappingActions edge={edge} organisationId={organisationId} compact={false} onChanged={onChanged} />
        </Group>
      )}
    </PeekPanel>
  );
}
