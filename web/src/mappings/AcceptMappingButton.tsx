import { texts } from '@console/contract/rules';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { MappingTable_EdgeFragment } from '../gql/graphql.ts';
import { AnswerButton } from './AnswerButton.tsx';
import { placeMapping } from './mappingListCache.ts';

const acceptDocument = graphql(`
  mutation AcceptMappingButton_Accept($organisationId: ID!, $id: ID!) {
    acceptMapping(organisationId: $organisationId, id: $id) {
      edge {
        ...MappingTable_edge @unmask # an edge has no cache id
      }
    }
  }
`);

interface AcceptMappingButtonProps {
  edge: MappingTable_EdgeFragment;
  organisationId: string;
  onChanged: (stale: boolean) => void;
}

/** Accepts a request after a confirmation; the row moves to the accepted ones at once. */
export function AcceptMappingButton({ edge, organisationId, onChanged }: AcceptMappingButtonProps) {
  const { brandName } = edge.counterpart;
  const { mutate, busy } = useMutationAction(acceptDocument, {
    success: texts.mappings.done,
    update(cache, { acceptMapping: { edge: changed } }) {
      if (changed) placeMapping(cache, changed, organisationId, 'PENDING');
    },
  });
  const answer = async () => {
    const data = await mutate({ organisationId, id: edge.node.id });
    return data && { stale: data.acceptMapping.edge === null };
  };
  return (
    <AnswerButton
      verb="Accept"
      name={brandName}
      effect={`${brandName} is mapped to this organisation from now on. Both sides see it.`}
      busy={busy}
      onAnswer={answer}
      onChanged={onChanged}
    />
  );
}
