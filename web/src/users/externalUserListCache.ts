import type { ApolloCache, Reference } from '@apollo/client';
import { type ListArguments, placeInLists } from '../apollo/placeInLists.ts';

/**
 * Puts an external user who was invited (`known` false) or accepted at the top of the organisation's lists that are in the cache: they are in the order of the
 * last change.
 */
export const placeExternalUser = (
  cache: ApolloCache,
  { id, organisationId, known }: { id: string; organisationId: string; known: boolean },
): void => {
  const owner = cache.identify({ __typename: 'Organisation', id: organisationId });
  const row = cache.identify({ __typename: 'ExternalUser', id });
  if (!owner || !row) return;
  const isPlain = ({ search }: ListArguments) => !search;
  const placement = {
    owner,
    field: 'externalUsers',
    part: 'nodes',
    row: { __ref: row },
    isRow: ({ __ref }: Reference) => __ref === row,
    isPlain,
    precedes: () => true,
  } as const;
  const never = () => false;
  if (known) placeInLists<Reference, ListArguments>(cache, { ...placement, leaves: isPlain, arrives: never });
  placeInLists<Reference, ListArguments>(cache, { ...placement, leaves: never, arrives: isPlain });
};
