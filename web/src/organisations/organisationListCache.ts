import type { ApolloCache, Reference } from '@apollo/client';
import { type ListArguments, placeInLists, timestampOrInfinity } from '../apollo/placeInLists.ts';
import { graphql } from '../gql/gql.ts';
import type { OrganisationState } from '../gql/graphql.ts';

// What an enabled or disabled organisation changes: its page, and its row in the other list.
graphql(`
  fragment organisationListCache_organisation on Organisation {
    id
    state
    createdAt
    updatedAt
    ...OrganisationTable_organisation
  }
`);

interface PlacedOrganisation {
  id: string;
  state: OrganisationState;
  createdAt: string | null;
}

interface OrganisationArguments extends ListArguments {
  filter?: { states?: readonly OrganisationState[] };
}

/**
 * Moves an organisation that was created (`previousState` null), enabled or disabled between the cached lists: a disabled one to the top, an active one to
 * its place by creation.
 */
export const placeOrganisation = (
  cache: ApolloCache,
  { id, state, createdAt }: PlacedOrganisation,
  previousState: OrganisationState | null,
): void => {
  const row = cache.identify({ __typename: 'Organisation', id });
  if (!row || state === previousState) return;
  placeInLists<Reference, OrganisationArguments>(cache, {
    owner: 'ROOT_QUERY',
    listField: 'organisations',
    part: 'nodes',
    row: { __ref: row },
    isRow: ({ __ref }) => __ref === row,
    leaves: ({ filter: { states = [] } = {} }) =>
      previousState !== null && states.includes(previousState) && !states.includes(state),
    arrives: ({ filter: { states = [] } = {} }) => states.includes(state),
    isPlain: ({ search, orderBy }) => !search && !orderBy,
    precedes: (listed, readField) =>
      state === 'DISABLED' ||
      timestampOrInfinity(readField<string>('createdAt', listed)) <= timestampOrInfinity(createdAt),
  });
};
