import type { ApolloCache, Reference } from '@apollo/client';
import { type ListArguments, placeInLists } from '../apollo/placeInLists.ts';

interface Arguments extends ListArguments {
  filter?: object;
}

interface Place {
  id: string;
  organisationId: string;
}

const isPlain = ({ search, filter }: Arguments) => !search && !filter;
const never = () => false;

/** The arguments of placeInLists for an external user's row. */
function movementOf(cache: ApolloCache, { id, organisationId }: Place) {
  const owner = cache.identify({ __typename: 'Organisation', id: organisationId });
  const row = cache.identify({ __typename: 'ExternalUser', id });
  if (!owner || !row) return undefined;
  return {
    owner,
    listField: 'externalUsers',
    part: 'nodes',
    row: { __ref: row },
    isRow: ({ __ref }: Reference) => __ref === row,
    isPlain,
    precedes: () => true,
  } as const;
}

/** Removes an external user with a rejected invitation from the organisation's cached lists. */
export const removeExternalUserFromLists = (cache: ApolloCache, place: Place): void => {
  const movement = movementOf(cache, place);
  if (movement) placeInLists<Reference, Arguments>(cache, { ...movement, leaves: () => true, arrives: never });
};

/** Moves an invited (`listed` false) or accepted external user to the top of cached lists, which are sorted by the last change. */
export const moveExternalUserToTop = (cache: ApolloCache, { listed, ...place }: Place & { listed: boolean }): void => {
  const movement = movementOf(cache, place);
  if (!movement) return;
  if (listed)
    placeInLists<Reference, Arguments>(cache, { ...movement, leaves: ({ search }) => !search, arrives: never });
  placeInLists<Reference, Arguments>(cache, { ...movement, leaves: never, arrives: isPlain });
};
