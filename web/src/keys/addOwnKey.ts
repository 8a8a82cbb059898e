import type { ApolloCache } from '@apollo/client';

/** Puts a new key in front of the viewer's keys. */
export const addOwnKey = (cache: ApolloCache, id: string): void => {
  cache.modify({
    id: cache.identify({ __typename: 'Viewer' }),
    fields: {
      apiKeys: (keys, { toReference }) => {
        const added = toReference({ __typename: 'ApiKey', id });
        return Array.isArray(keys) && added ? [added, ...keys] : keys;
      },
    },
  });
};
