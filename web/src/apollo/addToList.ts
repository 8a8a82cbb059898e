import type { ApolloCache } from '@apollo/client';

/** Puts a new object in front of a list of another one, if that is cached. */
export const addToList = (
  cache: ApolloCache,
  owner: { __typename: string; id?: string },
  list: string,
  added: { __typename: string; id: string },
): void => {
  cache.modify({
    id: cache.identify(owner),
    fields: {
      [list]: (listed, { toReference }) => {
        const first = toReference(added);
        return Array.isArray(listed) && first ? [first, ...listed] : listed;
      },
    },
  });
};
