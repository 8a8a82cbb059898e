import type { ApolloCache, Reference } from '@apollo/client';
import { type ListArguments, placeInLists, timestampOrInfinity } from '../apollo/placeInLists.ts';
import { graphql } from '../gql/gql.ts';
import type { OrganisationState } from '../gql/graphql.ts';

// Fields that enabling or disabling selects: of the organisation's page, and of the row in the other list.
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

type Counts = Readonly<Record<string, unknown>>;

/** Totals after a row was added or removed; null for unknown totals. */
const totalsWith = (
  totals: Counts | null | undefined,
  counts: Counts | null | undefined,
  by: 1 | -1,
): Counts | null => {
  if (!totals || !counts) return null;
  const sum = (total: unknown, count: unknown) =>
    typeof total === 'number' && typeof count === 'number' ? total + by * count : null;
  const { __typename, ...known } = totals;
  return {
    __typename,
    ...Object.fromEntries(Object.entries(known).map(([name, total]) => [name, sum(total, counts[name])])),
  };
};

interface OrganisationArguments extends ListArguments {
  filter?: { states?: readonly OrganisationState[] };
}

/** Moves a created (`previousState` null), enabled or disabled organisation: disabled ones to the top, active ones by creation. */
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
    counted: ({ totals }, by, readField) => ({
      totals: totalsWith(totals as Counts | null, readField<Counts>('counts', { __ref: row }), by),
    }),
  });
};
