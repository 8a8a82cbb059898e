import { texts } from '@console/contract/rules';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { MappingTable_EdgeFragment } from '../gql/graphql.ts';
import { AnswerButton } from './AnswerButton.tsx';
import { placeMapping } from './mappingListCache.ts';

const rejectDocument = graphql(`
  mutation RejectMappingButton_Reject($organisationId: ID!, $id: ID!) {
    rejectMapping(organisationId: $organisationId, id: $id) {
      edge {
        ...MappingTable_edge @unmask # an edge has no cache id
      }
    }
  }
`);

interface RejectMappingButtonProps {
  edge: MappingTable_EdgeFragment;
  organisationId: string;
  onChanged: (stale: boolean) => void;
}

/** Rejects a request after a confirmation; the row is removed at once. */
export function RejectMappingButton({ edge, organisationId, onChanged }: RejectMappingButtonProps) {
  const { brandName } = edge.counterpart;
  const { mutate, busy } = useMutationAction(rejectDocument, {
    success: texts.mappings.done,
    update(cache, { rejectMapping: { edge: changed } }) {
      if (changed) placeMapping(cache, changed, organisationId, 'PENDING');
    },
  });
  const answer = async () => {
    const data = await mutate({ organisationId, id: edge.node.id });
    return data && { stale: data.rejectMapping.edge === null };
  };
  return (
    <AnswerButton
      verb="Reject"
      name={brandName}
      effect={`The request of ${brandName} is gone. They may ask again.`}
      busy={busy}
      onAnswer={answer}
      onChanged={onChanged}
    />
  );
}
