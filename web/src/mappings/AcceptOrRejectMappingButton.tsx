import { texts } from '@console/contract/rules';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { MappingTable_EdgeFragment } from '../gql/graphql.ts';
import { DescriptionList } from '../ui/layout/DescriptionList.tsx';
import { isolated } from '../ui/values/isolated.ts';
import { Moment } from '../ui/values/Moment.tsx';
import { MappingDecisionButton } from './MappingDecisionButton.tsx';
import { placeMapping } from './mappingListCache.ts';
import { modulesText, noModulesWarning } from './modulesText.ts';

const acceptDocument = graphql(`
  mutation AcceptOrRejectMappingButton_Accept($organisationId: ID!, $id: ID!) {
    answered: acceptMapping(organisationId: $organisationId, id: $id) {
      edge { ...MappingTable_edge @unmask } # an edge has no cache id
    }
  }
`);

const rejectDocument = graphql(`
  mutation AcceptOrRejectMappingButton_Reject($organisationId: ID!, $id: ID!, $reason: String) {
    answered: rejectMapping(organisationId: $organisationId, id: $id, reason: $reason) {
      edge { ...MappingTable_edge @unmask } # an edge has no cache id
    }
  }
`);

const answers = {
  Accept: {
    document: acceptDocument,
    effect: (name: string) =>
      `${isolated(name)} will be mapped to this organisation. Both organisations can see the mapping. Either organisation can end it.`,
  },
  Reject: {
    document: rejectDocument,
    effect: (name: string) => `The request from ${isolated(name)} will be rejected. They can send a new one.`,
  },
};

interface AcceptOrRejectMappingButtonProps {
  verb: keyof typeof answers;
  edge: MappingTable_EdgeFragment;
  organisationId: string;
  compact: boolean;
  onChanged: (stale: boolean) => void;
}

/** Accepts or rejects a request after a confirmation; the row leaves the requests at once. */
export function AcceptOrRejectMappingButton({
  verb,
  edge,
  organisationId,
  compact,
  onChanged,
}: AcceptOrRejectMappingButtonProps) {
  const { document, effect } = answers[verb];
  const { brandName } = edge.counterpart;
  const { mutate, busy } = useMutationAction(document, {
    success: texts.mappings.done,
    update(cache, { answered }) {
      if (answered.edge) placeMapping(cache, answered.edge, organisationId, 'PENDING');
    },
  });
  const answer = async (reason: string | null) => {
    const data = await mutate({ organisationId, id: edge.node.id, ...(reason && { reason }) });
    return data && { stale: data.answered.edge === null };
  };
  const warning = verb === 'Accept' ? noModulesWarning(edge.node.modules) : null;
  return (
    <MappingDecisionButton
      verb={verb}
      label={`${verb} ${isolated(brandName)}`}
      effect={effect(brandName)}
      facts={
        <DescriptionList
          narrow
          entries={[
            ...(warning ? [['Check', warning] as const] : []),
            ['Requested by', [edge.organiser?.name, edge.organiser?.email].filter(Boolean).join(', ')],
            ['Request date', edge.at && <Moment at={edge.at} withTime />],
            ['Modules', modulesText(edge.node.modules)],
          ]}
        />
      }
      takesReason={verb === 'Reject' && edge.takesReason}
      busy={busy}
      compact={compact}
      onDecided={answer}
      onChanged={onChanged}
    />
  );
}
