import { EmailPromise } from '../apollo/EmailPromise.tsx';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { MappingState, MappingTable_EdgeFragment } from '../gql/graphql.ts';
import { isolated } from '../ui/values/isolated.ts';
import { MappingDecisionButton } from './MappingDecisionButton.tsx';
import { placeMapping } from './mappingListCache.ts';

const endDocument = graphql(`
  mutation EndOrWithdrawMappingButton_End($organisationId: ID!, $id: ID!, $reason: String) {
    stopped: endMapping(input: { organisationId: $organisationId, id: $id, reason: $reason }) {
      edge { ...MappingTable_edge @unmask } # an edge has no cache id
    }
  }
`);

const withdrawDocument = graphql(`
  mutation EndOrWithdrawMappingButton_Withdraw($organisationId: ID!, $id: ID!, $reason: String) {
    stopped: withdrawMapping(input: { organisationId: $organisationId, id: $id, reason: $reason }) {
      edge { ...MappingTable_edge @unmask } # an edge has no cache id
    }
  }
`);

interface Stop {
  document: typeof endDocument | typeof withdrawDocument;
  from: MappingState;
  label: (name: string) => string;
  effect: (name: string) => string;
  success: string;
}

const stops: Record<'End' | 'Withdraw', Stop> = {
  End: {
    document: endDocument,
    from: 'ACCEPTED',
    label: (name) => `End mapping with ${isolated(name)}`,
    effect: (name) =>
      `${isolated(name)} will no longer be mapped to this organisation. Either organisation can send a new request.`,
    success: 'Mapping ended',
  },
  Withdraw: {
    document: withdrawDocument,
    from: 'PENDING',
    label: (name) => `Withdraw the request to ${isolated(name)}`,
    effect: (name) =>
      `${isolated(name)} can no longer accept or reject the request. Either organisation can send a new request.`,
    success: 'Mapping request withdrawn',
  },
};

interface EndOrWithdrawMappingButtonProps {
  verb: keyof typeof stops;
  edge: MappingTable_EdgeFragment;
  organisationId: string;
  compact: boolean;
  onChanged: (stale: boolean) => void;
}

/** Ends a mapping or withdraws a request after a confirmation; the row moves at once. */
export function EndOrWithdrawMappingButton(props: EndOrWithdrawMappingButtonProps) {
  const { verb, edge, organisationId, compact, onChanged } = props;
  const { document, from, label, effect, success } = stops[verb];
  const { brandName } = edge.counterpart;
  const { mutate, busy } = useMutationAction(document, {
    success,
    update(cache, { stopped }) {
      if (stopped.edge) placeMapping(cache, stopped.edge, organisationId, from);
    },
  });
  const stop = async (reason: string | null) => {
    const data = await mutate({ organisationId, id: edge.node.id, ...(reason && { reason }) });
    // A product API without a state for ended mappings lists them as rejected, or not at all.
    return data && { stale: data.stopped.edge === null || data.stopped.edge.node.state === 'REJECTED' };
  };
  return (
    <MappingDecisionButton
      verb={verb}
      {...(verb === 'End' && !compact && { text: 'End mapping' })}
      label={label(brandName)}
      effect={
        <>
          {effect(brandName)}{' '}
          {edge.takesReason && <EmailPromise>Both organisations are notified by email.</EmailPromise>}
        </>
      }
      takesReason={edge.takesReason}
      busy={busy}
      compact={compact}
      onDecided={stop}
      onChanged={onChanged}
    />
  );
}
