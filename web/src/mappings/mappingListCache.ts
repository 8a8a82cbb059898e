import type { ApolloCache, Reference, StoreObject } from '@apollo/client';
import { type ListArguments, placeInLists } from '../apollo/placeInLists.ts';
import type { MappingState, MappingTable_EdgeFragment } from '../gql/graphql.ts';

interface MappingArguments extends ListArguments {
  filter?: { states?: readonly MappingState[]; requestedByOrganisation?: boolean };
}

interface StoredEdge {
  node: Reference;
}

/** Moves a mapping (requested if `previousState` is null) to the top of its cached lists, sorted by last change. A rejected one is only in the requester's lists. */
export const placeMapping = (
  cache: ApolloCache,
  edge: MappingTable_EdgeFragment,
  organisationId: string,
  previousState: MappingState | null,
): void => {
  const { state } = edge.node;
  const owner = cache.identify({ __typename: 'Organisation', id: organisationId });
  const node = cache.identify({ __typename: 'Mapping', id: edge.node.id });
  if (!owner || !node || state === previousState) return;
  // An edge has no cache id of its own; its node has.
  const refer = <Thing extends StoreObject>(thing: Thing | null) => {
    const name = thing && cache.identify(thing);
    return name ? { __ref: name } : thing;
  };
  const arrives = state !== 'REJECTED';
  const row = {
    ...edge,
    node: { __ref: node },
    counterpart: refer(edge.counterpart),
    organiser: refer(edge.organiser),
  };
  placeInLists<StoredEdge, MappingArguments>(cache, {
    owner,
    listField: 'mappings',
    part: 'edges',
    row,
    isRow: (listed) => listed.node.__ref === node,
    leaves: ({ filter: { states = [] } = {} }) =>
      previousState !== null && states.includes(previousState) && !(arrives && states.includes(state)),
    arrives: ({ filter: { states = [] } = {} }) => arrives && states.includes(state),
    isPlain: ({ search, orderBy, filter }) => !search && !orderBy && filter?.requestedByOrganisation === undefined,
    precedes: () => true,
  });
};
