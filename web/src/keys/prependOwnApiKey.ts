import type { ApolloCache } from '@apollo/client';

/** Puts a new API key in front of the viewer's own keys. */
export const prependOwnApiKey = (cache: ApolloCache, keyId: string): void => {
  cache.modify({
    id: cache.identify({ __typename: 'Viewer' }),
    fields: {
      apiKeys: (keys, { toReference }) => {
        const added = toReference({ __typename: 'ApiKey', id: keyId });
        return Array.isArray(keys) && added ? [added, ...keys] : keys;
      },
    },
  });
};
